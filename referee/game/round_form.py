"""The form of a round, for entering one by hand. Nothing here knows a game.

``RoundForm`` is what stands before the first move, ``MoveTemplate`` a move of which one chooses the pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from referee.game.rulings import RULINGS
from referee.rulebook import Rules

PARTS = "/"
"""The piece of a template that ends one set and begins the next; it is no piece of its own."""


USUAL_FINES = (1, 2, 4, 8)
"""The points of the fines that are offered; a record may have any."""


class MoveTemplate(NamedTuple):
    """A template of a move: ``head``, then pieces in the order in which they are chosen.

    ``pieces``: each with how many of it there are. ``least`` and ``most``: how many belong to the move. ``usual``: whether it is
    in order that this move comes now; otherwise it only might have been made.
    """

    head: str
    pieces: Mapping[str, int]
    least: int = 1
    most: int = 1
    usual: bool = True


def rulings(seats: str) -> Iterator[MoveTemplate]:
    """Templates of rulings on each of these seats."""
    known = dict.fromkeys((*RULINGS, *(f"fine-{points}" for points in USUAL_FINES)), 1)
    return (MoveTemplate(f"{letter}.fa:", known, usual=False) for letter in seats)


class RoundForm(NamedTuple):
    """The fields of a round's header.

    ``first``: the tag that names who begins. ``pieces``: what is dealt, each with its copies; ``size`` to a hand, ``more`` to the
    hand of who begins, ``wall`` left after the deal (0: nothing). ``dice``: how many are thrown for the break, ``breaks``: where
    it may be by them. ``draws``: the cards of which one is drawn for the beginning. ``places``: whether they play for places.
    """

    first: str
    pieces: Mapping[str, int]
    size: int
    more: int = 0
    wall: int = 0
    dice: int = 0
    breaks: Sequence[str] = ()
    draws: str = ""
    places: bool = False


@runtime_checkable
class HasRoundForm(Protocol):
    """A game that has a form for rounds."""

    def round_form(self, rules: Rules) -> RoundForm:
        """The form of a round by these rules: what is dealt, thrown and named before the first move."""
