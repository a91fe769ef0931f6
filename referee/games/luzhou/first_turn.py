"""地胡: on the dealer's first discard, or the own first draw with nothing claimed yet (LZG-4.8)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import DRAWN, Table


class FirstTurn(Mechanism):
    """Whether a win would be 地胡."""

    __slots__ = ("round",)

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        round_.on_flags += (self,)

    def circumstances(self, seat: int, by: str) -> Iterable[str]:
        """For who does not deal (LZG-4.8)."""
        table = self.round.table
        if seat == table.dealer:
            return ()
        if by == "discard":
            first = table.offerer == table.dealer and table.discards[table.dealer] == 1
        else:
            first = by == "draw" and table.how == DRAWN and table.draws[seat] == 1 and not _claimed(table)
        return ("dihu",) if first else ()


def _claimed(table: Table) -> bool:
    """Whether anyone has made a peng or a direct kong."""
    return any(meld.kind != "concealed" for melds in table.melds for meld in melds)
