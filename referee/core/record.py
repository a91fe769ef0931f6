"""The record of a match as the notation gives it: its rounds and their moves.

A record is what was written down and nothing more: it is not checked against any rule here, and it is never repaired.
This module imports nothing of the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

Scores = Mapping[str, int]

DRAW: Final = "+"
DISCARD: Final = "-"
PLAY: Final = ":"
CALL: Final = "."
INTENT: Final = "?"
"""The signs of a move: what it does, or that a seat calls something out, or that it would."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its canonical token (``E+5p``, ``A.gong>E:X2``), and the parts of the token, parsed once when it is read.

    ``seat`` is a letter and ``sign`` one of the five above. A call or an intent has a ``verb``, which may name an ``other``
    seat. ``text`` is what stands behind: tiles, cards, a number or a word, in canonical form; empty where nothing does.
    ``parts`` are the same one by one: the added tile and what it stands for, the sets that are laid out.
    """

    token: str
    seat: str
    sign: str
    verb: str = ""
    other: str = ""
    text: str = ""
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.token

    @property
    def words(self) -> str:
        """What a call says: the token without seat and sign."""
        return self.token[len(self.seat + self.sign) :]


NO_MOVE: Final = Move("", "", "")
"""What stands for a move where there was none yet."""


class Position(NamedTuple):
    """Where a round's moves stand in the source text, so that the place of a finding can be computed when it is needed.

    ``text`` is the whole match text, ``start`` and ``end`` the span of the round's move text in it, ``first_line`` the
    number of the text's first line (counted from 1) in the file that it came from.
    """

    text: str
    start: int
    end: int
    first_line: int = 1


class Round(NamedTuple):
    """A round: its header and its moves, which count from 1.

    Tiles stand in MPSZ (``123m5p``), ``?`` for one that was not seen; ``wall`` lists single tiles in drawing order.
    ``comments`` maps a move's number (0: before the first) to the comment kept with it; ``tags`` holds the other round tags
    (``Exchange``, ``Daluo``, ``Kind`` and unknown ones).
    ``position`` is None where the record did not come from PPN text; it takes no part in equality.
    """

    number: int
    moves: tuple[Move, ...] = ()
    dealer: str | None = None
    leader: str | None = None
    dice: str | None = None
    break_: str | None = None
    draw: str | None = None
    wall: str | None = None
    hands: Mapping[str, str] = {}
    sits: Mapping[str, str] = {}
    scores: Scores | None = None
    places: str | None = None
    start: str | None = None
    end: str | None = None
    comments: Mapping[int, str] = {}
    tags: Mapping[str, str] = {}
    position: Position | None = None

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the moves as a canonical record writes them."""
        return tuple([move.token for move in self.moves])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other


class Record(NamedTuple):
    """A match: its game (``game``), rules, people and rounds.

    ``rules`` is the text of the ``Rules`` tag (empty: the game's default preset). ``base`` is the worth of one unit, None
    where the record leaves it to the game. ``tags`` holds the other match tags (``Event``, ``Date`` … and unknown ones).
    ``comment`` is what was said among the match tags, before any round. ``sha256`` takes no part in equality.
    """

    game: str
    rules: str = ""
    base: int | None = None
    tags: Mapping[str, str] = {}
    seats: Mapping[str, str] = {}
    totals: Scores | None = None
    rounds: tuple[Round, ...] = ()
    comment: str = ""
    sha256: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def people(self, round_: Round) -> dict[str, str]:
        """The names of the players of a round by seat, as far as the record has them."""
        return {**self.seats, **round_.sits}
