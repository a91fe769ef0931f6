"""The tiles of a kind that lie open on the table."""

from __future__ import annotations

from referee.mahjong.table.table import Table


def open_copies(table: Table, kind: int, seat: int | None = None) -> int:
    """The tiles of a kind that lie open: discards, the one on offer among them, and melds that all can see; with a ``seat`` its
    concealed kongs too."""
    discarded = sum([laid[0] == kind for river in table.rivers for laid in river])
    melds = [meld for owner, own in enumerate(table.melds) for meld in own if meld.kind != "concealed" or owner == seat]
    return discarded + sum([meld.tiles.count(kind) for meld in melds])
