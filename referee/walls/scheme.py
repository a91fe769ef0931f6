"""What a scheme is: a published way in which a wall comes about from seeds, contributions and beacons (PPN-10, PPN-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Protocol

from referee.game.dealing import Dealing
from referee.verdict import Text

SCHEME: Final = "WallScheme"
"""The tag that names the scheme; without it nothing here is asked."""

NOBODY: Final = "nobody"
SERVER: Final = "server"
LAST: Final = "last"
"""By whom a wall could still have been chosen: by nobody, by the server, by the server with the last who contributed."""

Bytes = Callable[[int], bytes]
"""Where random bytes come from."""


class Asked(NamedTuple):
    """A round whose wall is to be made anew.

    ``game`` and ``rules`` are those of the match as its canonical record writes them, ``seats`` the letters of the game's seats.
    ``scope`` is empty where the tags are the match's, and the round's number where they are its own: the two are never mixed.
    ``begins`` are the times before which the tags had to be settled, as far as the record says: when the round began, where the
    tags are its own, else when it and the rounds before it began.
    """

    game: str
    rules: str
    seats: str
    round: int
    scope: str
    tags: Mapping[str, str]
    dealing: Dealing
    begins: tuple[str, ...] = ()


class Flaw(NamedTuple):
    """Something in the tags that cannot be: the reason by which PPN-10 words it, what was expected, what came."""

    reason: str
    expected: str | Text
    actual: str


class Origin(NamedTuple):
    """What the tags of a round prove of its wall.

    ``order`` is the whole set as it was shuffled, None where the seed is not revealed or the tags are flawed. ``chosen_by`` says
    by whom it could still have been chosen, None where that cannot be said. ``provided`` are the conditions of it that a reader
    has to see to, ``weak`` what makes it weaker than it could be: codes, which the scheme's ``words`` say. ``published`` is when
    and where the record says the commitment was published.
    """

    order: tuple[str, ...] | None
    flaws: tuple[Flaw, ...] = ()
    chosen_by: str | None = None
    provided: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    published: str = ""


class Scheme(Protocol):
    """A scheme, as a folder of ``referee/walls/schemes`` gives it by the name ``SCHEME``."""

    @property
    def id(self) -> str:
        """The name of the scheme in records."""

    @property
    def words(self) -> Mapping[str, Text]:
        """The scheme in a sentence by ``scheme``, and what each of its codes means."""

    def origin(self, asked: Asked) -> Origin:
        """What the tags prove. Never raises for what they say."""

    def make(self, asked: Asked, random: Bytes) -> Mapping[str, str]:
        """The tags of a new wall: those that are given, completed; what is secret is drawn from ``random`` where it is not given.

        Raises ValueError for a given tag that cannot be read.
        """
