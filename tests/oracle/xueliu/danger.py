"""What a discard would let the others win in 血流成河, by the second reading: held against what a review tells of danger."""

from __future__ import annotations

from typing import Any

from tests.oracle.xueliu.table import Table


def dealt(options: dict[str, Any], sheet: Any) -> Table:
    """The table of a round as it was dealt."""
    told = {"direction": sheet.tags["Exchange"]} if "Exchange" in sheet.tags else {}
    return Table([list(hand) for hand in sheet.hands], list(sheet.wall), sheet.dealer, options=options, **told)


def free_win(table: Table, seat: int) -> int:
    """What a seat may win on the tile on offer, its locks minded; 0 where it may not."""
    return 0 if table.locked(seat) else table.offers.get(seat, 0)


def out(table: Table) -> list[int]:
    """The seats that have left the round."""
    return table.out
