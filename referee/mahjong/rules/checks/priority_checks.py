"""Checks of who may win on a tile where one player alone may (TBL-6). Each returns a violation or None."""

from __future__ import annotations

from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.table import IN, OWES
from referee.rulebook import FindingTemplate

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
