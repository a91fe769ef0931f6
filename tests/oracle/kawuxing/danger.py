"""What a discard would let the others win in 卡五星, by the second reading: held against what a review tells of danger."""

from __future__ import annotations

from typing import Any

from tests.oracle.kawuxing.table import KawuxingTable


def dealt(options: dict[str, Any], sheet: Any) -> KawuxingTable:
    """The table of a round as it was dealt."""
    return KawuxingTable([list(hand) for hand in sheet.hands], list(sheet.wall), sheet.dealer, options=options)


def free_win(table: KawuxingTable, seat: int) -> int:
    """What a seat may win on the tile on offer, its locks minded; 0 where it may not."""
    return table.free_win(seat)


def out(table: KawuxingTable) -> list[int]:
    """The seats that have left the round."""
    return table.out
