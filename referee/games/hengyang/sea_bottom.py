"""海底: the last tile of the wall may be declined (HYM-2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.mahjong.rules import checks
from referee.mahjong.table.table import OFFERED

if TYPE_CHECKING:
    from referee.mahjong.state import RoundState


def decline(round_: RoundState, seat: int) -> None:
    """With one tile left a pass declines it and the next player is asked, the discarder last; then the round is drawn."""
    table = round_.table
    if table.wall_left != 1 or table.phase != OFFERED or round_.state:
        return
    if seat != table.next:
        round_.find(checks.NOT_YOUR_TURN, seat, player=table.next)
        return
    table.decline()
    if table.declined == round_.seats:
        round_.end("drawn")
        table.offer = None
