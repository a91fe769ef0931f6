"""Decodes the moves of a record for a table of 夠級: ``A:7772x`` is (PLAY, seat 0, the set).

Each is worked out once, then looked up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from referee.core import record
from referee.core.record import Move
from referee.games.gouji.cards import RANKS
from referee.games.gouji.table.seats import SEATS
from referee.games.gouji.table.sets import CardSet, card_set

PLAY: Final = 0
PASS: Final = 1
YIELD: Final = 2
BURN: Final = 3
SHOW: Final = 4
REVOLT: Final = 5
SWEEP: Final = 6
REPORT: Final = 7
LAY: Final = 8
DECLARE: Final = 9
PAY: Final = 10
RETURN: Final = 11
BUY: Final = 12
INTENT: Final = 13
RULING: Final = 14
UNKNOWN: Final = 15
FOREIGN: Final = 16

VERBS = {
    "guo": PASS,
    "rang": YIELD,
    "shao": BURN,
    "liang": SHOW,
    "geming": REVOLT,
    "hui": SWEEP,
    "bao": REPORT,
    "tiao": LAY,
    "mingdian": DECLARE,
    "yudian": DECLARE,
    "gong": PAY,
    "huan": RETURN,
    "mai": BUY,
    "fa": RULING,
}
BARE = frozenset({PASS, YIELD, REVOLT, DECLARE})
"""Acts that are said without cards or numbers."""
TO_SOMEBODY = frozenset({PAY, RETURN, BUY})
"""Acts that name another seat."""

_CARDS = re.compile(rf"[{RANKS}hdsc/]+")
_KNOWN_AT_MOST = 50_000
_LONG = 24
"""Tokens this long are not kept: no record is full of them."""


@dataclass(frozen=True, slots=True)
class Act:
    """A decoded move: its kind, its seat (-1: none of these six), its cards, the other seat that it names."""

    kind: int
    seat: int
    move: Move
    set: CardSet | None = None
    other: int = -1


KNOWN: Final[dict[str, Act]] = {}
"""What moves met so far do, by their tokens."""


def decode(move: Move) -> Act:
    """Decode a move. A seat, sign or verb that the game does not have gives FOREIGN, a verb without what it needs UNKNOWN."""
    act = _act(move)
    if len(KNOWN) < _KNOWN_AT_MOST and len(move.token) < _LONG:
        KNOWN[move.token] = act
    return act


def _act(move: Move) -> Act:
    seat, sign = SEATS.find(move.seat), move.sign
    if seat < 0 or sign not in (record.PLAY, record.CALL, record.INTENT):
        return Act(FOREIGN, seat, move)
    if sign == record.PLAY:
        return Act(PLAY, seat, move, card_set(move.text))
    if sign == record.INTENT:
        return Act(INTENT, seat, move)
    kind = VERBS.get(move.verb, FOREIGN)
    if kind == FOREIGN or not _sound(kind, move):
        return Act(FOREIGN if kind == FOREIGN else UNKNOWN, seat, move)
    cards = card_set(move.text) if kind in (BURN, PAY, RETURN, BUY, SWEEP) else None
    return Act(kind, seat, move, cards, SEATS.find(move.other) if move.other else -1)


def _sound(kind: int, move: Move) -> bool:
    """Whether a verb comes with what it needs: another seat, cards, a number, or nothing."""
    text = move.text
    if (kind in TO_SOMEBODY) != bool(move.other) or move.other and move.other not in SEATS:
        return False
    if kind in BARE:
        return not text
    if kind == REPORT:
        return text.isascii() and text.isdigit()
    if kind == BUY and not text:
        return True
    return bool(text) and (kind == RULING or _CARDS.fullmatch(text) is not None)
