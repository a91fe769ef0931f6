"""地胡: a win on the dealer's first discard, or on the own first draw before any claim (LZG-4.8)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import DRAWN, Table


class FirstTurn(Mechanism):
    """Tells whether a win would be 地胡."""

    __slots__ = ()

    follows_play = True

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """地胡, for a seat that is not the dealer (LZG-4.8)."""
        table = round_.table
        if seat == table.dealer:
            return ()
        if by == "discard":
            first = table.offerer == table.dealer and table.discards[table.dealer] == 1
        else:
            first = by == "draw" and table.how == DRAWN and table.draws[seat] == 1 and not _claimed(table)
        return ("dihu",) if first else ()

    def rules_out(self, round_: RoundState, flag: str, by: str) -> bool:
        """地胡 by a draw after a claim (LZG-4.8)."""
        return flag == "dihu" and by == "draw" and _claimed(round_.table)


def _claimed(table: Table) -> bool:
    """Whether anyone has made a peng or a direct kong."""
    return any(meld.kind != "concealed" for melds in table.melds for meld in melds)
