"""打骰: two dice instead of the plain replacement after a kong (HYM-2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.games.hengyang.clauses import HYM
from referee.mahjong.table.moves import Act
from referee.mahjong.table.table import KONG

if TYPE_CHECKING:
    from referee.mahjong.round import MahjongRound

NOT_READY: Final = HYM["HYM-2.5"].raises("dice-not-ready")


def cast(round_: MahjongRound, act: Act) -> None:
    """The konger casts, once: the stack of that number, from the end of the wall, gives the replacement."""
    faces = [int(face) for face in act.text if face in "123456"]
    if len(faces) != 2 or len(act.text) != 2:
        round_.unknown(act)
        return
    table, seat = round_.table, act.seat
    if table.phase != KONG or seat != table.turn:
        round_.find(NOT_READY, seat, reason="no-kong")
        return
    if round_.dice and round_.dice[0] is table.kong:
        round_.find(NOT_READY, seat, reason="twice")
        return
    if not table.hidden(seat) and not round_.ready(seat):
        round_.find(NOT_READY, seat)
    round_.cast(sum(faces))
