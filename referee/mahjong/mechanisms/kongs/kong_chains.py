"""Kong chains: a kong that directly follows another, with no other discard between them, is paid twice as much as that one."""

from __future__ import annotations

from collections.abc import Sequence

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying


class KongChains(Mechanism):
    """The fee of a kong by its place in a chain: 1, 2, 4 … times the simple fee."""

    __slots__ = ()

    def multiplies(self, round_: RoundState, kong: Laying) -> int:
        """Twice the factor of the kong that it follows."""
        return 1 if kong.follows is None else 2 * self.multiplies(round_, kong.follows)

    def factors(self, round_: RoundState, kind: str, before: int) -> Sequence[int]:
        """It follows the kong before it, or does not."""
        return (1, 2 * before) if before else (1,)
