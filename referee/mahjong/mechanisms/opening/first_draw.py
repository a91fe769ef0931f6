"""地胡: a win on the own first draw, without a replacement or an own meld before."""

from __future__ import annotations

from collections.abc import Iterable

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import DRAWN


class FirstDraw(Mechanism):
    """Tells whether a win would be 地胡."""

    __slots__ = ()

    follows_play = True

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """地胡, for a seat that is not the dealer."""
        table = round_.table
        first = by == "draw" and table.how == DRAWN and table.draws[seat] == 1
        return ("dihu",) if first and seat != table.dealer and not table.melds[seat] else ()
