"""Grazing (擦掛): for a direct kong every other player still in pays one unit too (TBL-13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying

GRAZE: Final = MJ["TBL-13"]


class Graze(Mechanism):
    """Pays for direct kongs; what becomes of it later is that of their fees."""

    __slots__ = ()

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Write what the others pay for a direct kong."""
        if kong.kind == "direct":
            kong.grazed = [other for other in round_.others(kong.seat) if other != kong.source]
            round_.collect(kong.seat, kong.grazed, 1, "graze", GRAZE, kong.move)
