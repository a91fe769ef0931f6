"""Shown hands (亮倒): a ready hand is laid open, and is locked from then on (KWX-3.1 to KWX-3.3)."""

from __future__ import annotations

from typing import Final

from referee.games.kawuxing.clauses import KWX
from referee.games.kawuxing.options import Options
from referee.mahjong.mechanisms.locks.ready_lock import ReadyLock, as_dealt, just_discarded
from referee.mahjong.rules.round_state import RoundState
from referee.rulebook import FindingTemplate
from referee.verdict import Text

NOT_READY: Final = KWX["KWX-3.1"].raises("show-not-ready")
TOO_FEW_TILES: Final = KWX["KWX-3.6"].raises("show-not-ready")
LOCKED: Final = KWX["KWX-3.2"].raises("hand-locked")
SHOWN: Final[Text] = {"zh": "亮倒", "en": "shown"}


class ShownHands(ReadyLock):
    """The seats that have shown their hands, in order."""

    __slots__ = ()

    shows = ("liang",)

    def __init__(self, round_: RoundState) -> None:
        super().__init__(round_, "liang", LOCKED, NOT_READY, SHOWN)

    def in_time(self, seat: int) -> bool:
        """Whether this seat may show now: right after its discard or, if it is not the dealer, before its first draw
        (KWX-3.1)."""
        table = self.round.table
        if table.wall.left < Options.of(self.round.rules).show_from:
            return False
        return seat != table.dealer and as_dealt(table, seat) or just_discarded(table, seat)

    def late(self, seat: int) -> FindingTemplate:
        """The finding on a show that is late, or is made with too few tiles in the wall (KWX-3.6)."""
        low = self.round.table.wall.left < Options.of(self.round.rules).show_from
        return TOO_FEW_TILES if low else NOT_READY

    def lies_open(self, seat: int) -> bool:
        """Whether the hand of this seat was shown (KWX-3.1)."""
        return seat in self.declared
