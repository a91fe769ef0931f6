"""亮倒: a ready hand is shown; from then on it is locked and lies open (KWX-3.1 to KWX-3.3)."""

from __future__ import annotations

from typing import Final

from referee.games.kawuxing.clauses import KWX
from referee.mahjong.mechanisms.ready_lock import ReadyLock, as_dealt, just_discarded
from referee.mahjong.rules.round_state import RoundState
from referee.verdict import Text

NOT_READY: Final = KWX["KWX-3.1"].raises("show-not-ready")
LOCKED: Final = KWX["KWX-3.2"].raises("hand-locked")
SHOWN: Final[Text] = {"zh": "亮倒", "en": "shown"}


class ShownHands(ReadyLock):
    """Who has shown the hand, in that order."""

    __slots__ = ()

    def __init__(self, round_: RoundState) -> None:
        super().__init__(round_, "liang", LOCKED, NOT_READY, SHOWN)

    def in_time(self, seat: int) -> bool:
        """Right after the own discard, or before the first own draw of one who does not deal (KWX-3.1)."""
        table = self.round.table
        return seat != table.dealer and as_dealt(table, seat) or just_discarded(table, seat)

    def lies_open(self, seat: int) -> bool:
        """A shown hand does (KWX-3.1)."""
        return seat in self.declared
