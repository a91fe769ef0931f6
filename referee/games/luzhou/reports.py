"""報牌: a ready hand is reported; from then on it is locked (LZG-4.6, LZG-4.7)."""

from __future__ import annotations

from typing import Final

from referee.games.luzhou.clauses import LZG
from referee.mahjong.mechanisms.ready_lock import ReadyLock, as_dealt, just_discarded
from referee.mahjong.rules.round_state import RoundState
from referee.rulebook import FindingTemplate
from referee.verdict import Text

LATE: Final = LZG["LZG-4.6"].raises("late-report")
NOT_READY: Final = LZG["LZG-4.6"].raises("show-not-ready")
LOCKED: Final = LZG["LZG-4.7"].raises("hand-locked")
REPORTED: Final[Text] = {"zh": "報牌", "en": "reported"}


class Reports(ReadyLock):
    """Who has reported, in that order."""

    __slots__ = ()

    def __init__(self, round_: RoundState) -> None:
        super().__init__(round_, "bao", LOCKED, NOT_READY, REPORTED)

    def in_time(self, seat: int) -> bool:
        """Before the own first draw by a hand as it was dealt, by the dealer with the first discard (LZG-4.6)."""
        table = self.round.table
        if seat == table.dealer:
            return just_discarded(table, seat) and table.discards[seat] == 1
        return as_dealt(table, seat)

    def late(self, seat: int) -> FindingTemplate:
        """Before the dealer's first discard it is too early to be late (LZG-4.6)."""
        table = self.round.table
        return NOT_READY if seat == table.dealer and not table.discards[seat] else LATE
