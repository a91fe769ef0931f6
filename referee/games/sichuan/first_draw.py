"""地胡: the own first draw, no replacement, no meld of his own before (SCM-3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import DRAWN


class FirstDraw(Mechanism):
    """Whether a win would be 地胡."""

    __slots__ = ("round",)

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        round_.on_flags += (self,)

    def circumstances(self, seat: int, by: str) -> Iterable[str]:
        """For who does not deal (SCM-3.1)."""
        table = self.round.table
        first = by == "draw" and table.how == DRAWN and table.draws[seat] == 1
        return ("dihu",) if first and seat != table.dealer and not table.melds[seat] else ()
