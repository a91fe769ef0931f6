"""Kongs upon kongs: one that directly follows another, with no other discard between them, is paid twice as much as it."""

from __future__ import annotations

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying


class KongChains(Mechanism):
    """How many times over a kong is paid by its place in the chain: once, twice, four times …"""

    __slots__ = ()

    def __init__(self, round_: RoundState) -> None:
        round_.on_fee += (self,)

    def multiplies(self, kong: Laying) -> int:
        """Twice the kong that it follows."""
        return 1 if kong.follows is None else 2 * self.multiplies(kong.follows)
