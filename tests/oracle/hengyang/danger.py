"""What a discard would let the others win in 衡陽麻將, by the second reading: held against what a review tells of danger."""

from __future__ import annotations

from typing import Any

from tests.oracle.hengyang.table import HengyangTable


def dealt(options: dict[str, Any], sheet: Any) -> HengyangTable:
    """The table of a round as it was dealt."""
    wall = sheet.wall or sheet.played.table.full_wall()
    return HengyangTable([list(hand) for hand in sheet.hands], list(wall), sheet.dealer, options=options)


def free_win(table: HengyangTable, seat: int) -> int:
    """What a seat may win on the tile on offer, its locks minded; 0 where it may not."""
    return (table.win_of(seat) or (0,))[0]


def out(table: HengyangTable) -> list[int]:
    """The seats that have left the round."""
    return table.out
