"""The form of a round, for entering one by hand. Nothing here knows a game.

``RoundForm`` is what stands before the first move, ``MoveTemplate`` a move of which one chooses the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from referee.core.game.agreed import PAY
from referee.core.game.rulings import RULINGS
from referee.rulebook import Rules

PARTS = "/"
"""The piece of a template that ends one set and begins the next; it is no piece of its own."""


USUAL_FINES = (1, 2, 4, 8)
"""The points of the fines that are offered; a record may have any."""


class MoveTemplate(NamedTuple):
    """A template of a move: ``head``, then pieces in the order in which they are chosen.

    ``pieces``: each with how many of it there are. ``least`` and ``most``: how many belong to the move. ``usual``: whether it is
    in order that this move comes now; otherwise it only might have been made. ``alike``: whether all its pieces are of one suit,
    as their last letter says; the last of them then ends the move.
    """

    head: str
    pieces: Mapping[str, int]
    least: int = 1
    most: int = 1
    usual: bool = True
    alike: bool = False


def rulings(seats: str, own: Iterable[str] = ()) -> Iterator[MoveTemplate]:
    """Templates of rulings on each of these seats; ``own`` are those that only this game has."""
    known = dict.fromkeys((*RULINGS, *(f"fine-{points}" for points in USUAL_FINES), *own), 1)
    return (MoveTemplate(f"{letter}.fa:", known, usual=False) for letter in seats)


USUAL_PAYMENTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 50, 64, 100)
"""The points of agreed payments that are offered; a record may have any."""


def payments(seats: str) -> Iterator[MoveTemplate]:
    """Templates of payments that the table has agreed on, of each of these seats to each other, and to all of them (TBL-15)."""
    known = dict.fromkeys(map(str, USUAL_PAYMENTS), 1)
    for letter in seats:
        yield from (MoveTemplate(f"{letter}.{PAY}>{other}:", known, usual=False) for other in seats if other != letter)
        yield MoveTemplate(f"{letter}.{PAY}:", known, usual=False)


class RoundForm(NamedTuple):
    """The fields of a round's header.

    ``first``: the tag that names who begins. ``pieces``: what is dealt, each with its copies; ``size`` to a hand, ``more`` to the
    hand of who begins, ``wall`` left after the deal (0: nothing). ``dice``: how many are thrown for the break, ``breaks``: where
    it may be by them. ``draws``: the cards of which one is drawn for the beginning. ``places``: whether they play for places.
    ``choices``: tags of the game's own, each with what it may say; both are among its words for terms.
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
    choices: Mapping[str, Sequence[str]] = {}


@runtime_checkable
class HasRoundForm(Protocol):
    """A game that has a form for rounds."""

    def round_form(self, rules: Rules) -> RoundForm:
        """The form of a round by these rules: what is dealt, thrown and named before the first move."""


class SheetTag(NamedTuple):
    """A tag of a score sheet that names seats: ``word`` is what they did, among the game's words for marks.

    ``pairs``: each with who did it to them, ``C>F``; else a list of seats, ``-`` for nobody.
    """

    tag: str
    word: str
    pairs: bool = False


class SheetFigure(NamedTuple):
    """A tag of a score sheet that is a number from 0 to ``most``; ``each``: every seat has one of its own, as ``Tag.S``."""

    tag: str
    most: int
    each: bool = False


class SheetNotes(NamedTuple):
    """What a score sheet of a game notes beside wins, kongs and places.

    ``tags``: tags that name seats. ``aimed``: verbs that on a sheet name another seat, and not what was laid down. ``unready``:
    what is said of a hand that is not ready at the end; nothing where nobody asks. ``times``: how many times the fee of a kong
    may be paid; nothing where it is always once. ``figures``: tags that are numbers. ``stay``: whether winners stay in: they are
    asked for their readiness too, and win again with the hand that they have shown. ``unused``: verbs that these rules do not
    have.
    """

    tags: Sequence[SheetTag] = ()
    aimed: Sequence[str] = ()
    unready: Sequence[str] = ()
    times: Sequence[int] = ()
    figures: Sequence[SheetFigure] = ()
    stay: bool = False
    unused: Sequence[str] = ()


@runtime_checkable
class HasSheetNotes(Protocol):
    """A game whose score sheets note something of their own."""

    def sheet_notes(self, rules: Rules) -> SheetNotes:
        """What is noted on a sheet by these rules."""
