"""What a discard would let the others win in 四川麻將, by the second reading: held against what a review tells of danger."""

from __future__ import annotations

from typing import Any

from tests.oracle.sichuan.table import Table


def dealt(options: dict[str, Any], sheet: Any) -> Table:
    """The table of a round as it was dealt."""
    return Table([list(hand) for hand in sheet.hands], list(sheet.wall), sheet.dealer, options=options)


def free_win(table: Table, seat: int) -> int:
    """What a seat may win on the tile on offer, its locks minded; 0 where it may not."""
    return 0 if table.locked(seat) else table.offers.get(seat, 0)


def out(table: Table) -> list[int]:
    """The seats that have left the round."""
    return table.out
