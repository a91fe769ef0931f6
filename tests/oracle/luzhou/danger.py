"""What a discard would let the others win in 瀘州鬼麻將, by the second reading: held against what a review tells of danger."""

from __future__ import annotations

from typing import Any

from tests.oracle.luzhou.table import Table


def dealt(options: dict[str, Any], sheet: Any) -> Table:
    """The table of a round as it was dealt."""
    wall = list(sheet.wall) if sheet.wall else None
    return Table([list(hand) for hand in sheet.hands], sheet.dealer, options, wall)


def free_win(table: Table, seat: int) -> int:
    """What a seat may win on the tile on offer, its locks minded; 0 where it may not."""
    return table.free(seat)


def out(table: Table) -> list[int]:
    """The seats that have left the round."""
    return list(table.won)
