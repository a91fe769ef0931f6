"""Checks of who may win on a tile where one player alone may (TBL-6), and of pengs that were passed (TBL-18)."""

from __future__ import annotations

from typing import Final

from referee.mahjong.hand.tiles import NAMES, UNSEEN
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.table import IN, OWES
from referee.rulebook import FindingTemplate

PENG_LOCKED: Final[FindingTemplate] = MJ["TBL-18"].raises("peng-locked")
PRECEDED: Final[FindingTemplate] = MJ["TBL-6"].raises("claim-priority")


def won_by_another(round_: RoundState, seat: int) -> Violation | None:
    """The violation by a win on a tile that another has won on; it is carried out all the same."""
    others = [winner for winner in round_.winners_on_offer() if winner != seat]
    return Violation(PRECEDED, False, {"player": others[0], "reason": "won"}) if others else None  # TBL-6


def preceded(round_: RoundState, seat: int) -> Violation | None:
    """The violation by a win on a tile that is another's: it was won on, or one before this seat has declared to win on it."""
    table = round_.table
    if table.phase == OWES or table.offer is None:
        return None
    won = won_by_another(round_, seat)
    if won is not None:
        return won
    for intent in table.intents:
        first = table.distance(intent.seat) < table.distance(seat)
        if intent.verb == "hu" and first and intent.seat != table.offerer and table.states[intent.seat] == IN:
            return Violation(PRECEDED, False, {"player": intent.seat})  # TBL-6
    return None


def passed_peng(round_: RoundState, seat: int) -> Violation | None:
    """The violation by a peng of a kind that another has discarded since this seat last drew, and that nobody has won on: who
    can claim it now held the tiles then."""
    table, tile = round_.table, round_.table.offer
    if tile in (None, UNSEEN):
        return None
    for other, river in enumerate(table.rivers):
        for kind, move in river if other != seat else ():
            passed = kind == tile and table.drew[seat] < move and (other != table.offerer or move != river[-1][1])
            if passed and (other, move) not in round_.marks:
                return Violation(PENG_LOCKED, False, {"tile": NAMES[kind]})  # TBL-18
    return None
