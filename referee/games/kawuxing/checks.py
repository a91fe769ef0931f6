"""Checks that only 卡五星 has: late kongs, and the rotation of players."""

from __future__ import annotations

from typing import Final

from referee.core.verdict import Finding
from referee.games.kawuxing.rulebook import KWX
from referee.mahjong.hand.tiles import NAMES, UNSEEN
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.checks.deal_checks import at_start
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.table import Table

WRONG_DEALER: Final = KWX["KWX-1.5"].raises("wrong-dealer")
WRONG_ROTATION: Final = KWX["KWX-1.6"].raises("wrong-rotation")
KEPT_BACK: Final = KWX["KWX-2.4"].raises("late-gang")
KEPT_AT_PENG: Final = KWX["KWX-2.5"].raises("late-gang")
UNSAFE: Final = KWX["KWX-3.7"].raises("unsafe-discard")


def unsafe(kind: int) -> Violation:
    """The violation by a discard that a shown hand waits for (KWX-3.7)."""
    return Violation(UNSAFE, False, {"tile": NAMES[kind]})  # KWX-3.7


def late_kong(table: Table, seat: int, tile: int, kept: bool) -> Violation | None:
    """The violation by adding another tile than the one just drawn to a peng in an own turn (KWX-2.4, KWX-2.5); ``kept``: it
    was seen in the hand when the peng was made. Where that has just been made it was there in any case."""
    turn = table_checks.own_kong_turn(table, seat)
    if turn is not None and not late_says_more(turn):
        return None
    if UNSEEN in (tile, table.drawn) or tile == table.drawn:
        return None
    at_once = turn is not None and table.melds[seat][-1].tile == tile
    return Violation(KEPT_AT_PENG if kept or at_once else KEPT_BACK, False, {"tile": NAMES[tile]})  # KWX-2.5, KWX-2.4


def late_says_more(turn: Violation) -> bool:
    """Whether the finding on a late kong replaces this one: a kong after a claim (KWX-2.5)."""
    return turn.raises is table_checks.GANG_AFTER_CLAIM


def dealer_elsewhere(written: str | None, seat: str) -> Finding:
    """The finding on a dealer who sits at another seat than the record says (KWX-1.5)."""
    return at_start(WRONG_DEALER, written, expected=seat, actual=written)  # KWX-1.5


def wrong_rotation(seat: str | None, expected: str | None, actual: str, reason: str) -> Finding:
    """The finding on a player who sits and should rest, or rests and should sit (KWX-1.6)."""
    return at_start(WRONG_ROTATION, seat, expected=expected, actual=actual, reason=reason)  # KWX-1.6
