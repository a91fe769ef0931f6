"""How walls come about: schemes that a record may name, and holding its wall to them (PPN-10, PPN-11).

``named`` are the tags by which a record says so, ``held`` holds a round to them, ``all_schemes`` finds the schemes by looking. To
make a wall: ``making``; what a statement says in plain words: ``wording``.
"""

from referee.walls.checking import NOT_AS_COMMITTED, held, named
from referee.walls.registry import all_schemes, find
from referee.walls.scheme import Scheme

CODE = NOT_AS_COMMITTED.code
"""The code of what is found of a wall that is not the one that was committed to."""

__all__ = ["CODE", "all_schemes", "Scheme", "find", "held", "named"]
