"""False wins (詐胡) that a table has paid for: so much to everybody else; the round goes on without them, or ends (TBL-15)."""

from __future__ import annotations

from typing import Final

from referee.core.game.agreed import AGREED
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import LEFT

REASON: Final = "false-win"


class RefusedWins(Mechanism):
    """What a false win costs, in units for each of the others, and whether the round ``ends`` with it."""

    __slots__ = ("ends", "units")

    def __init__(self, units: int, ends: bool) -> None:
        self.units, self.ends = units, ends

    def refused_win(self, round_: RoundState, seat: int) -> None:
        """Write what everybody who has not left the table receives; nothing else changes, unless the round ends."""
        others = [other for other, state in enumerate(round_.table.states) if other != seat and state != LEFT]
        for other in others:
            round_.ledger.pay(seat, other, self.units, REASON, AGREED, round_.number)
        if self.ends:
            round_.end("abandoned")
            round_.table.offer = None
