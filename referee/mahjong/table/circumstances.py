"""Circumstances of a win that follow from the table: after a kong, on the last tile, with the hand as dealt."""

from __future__ import annotations

from referee.mahjong.table.table import DEALT, REPLACED, Table


def of_win(table: Table, seat: int, by: str) -> list[str]:
    """The circumstances that every mahjong game knows, for a win by ``draw``, ``discard`` or ``rob``."""
    found: list[str] = []
    if by == "draw":
        if table.how == REPLACED:
            found.append("gangshanghua")
        if table.how == DEALT and not table.melds[seat]:
            found.append("tianhu")
        if table.wall.left == 0:
            found.append("haidi")
    elif by == "discard":
        if table.kong:
            found.append("gangshangpao")
        if table.wall.left == 0:
            found.append("haidipao")
    return found
