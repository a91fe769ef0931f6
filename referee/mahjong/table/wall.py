"""What lies in the wall beside what a record says was taken from it: compared as sets, unseen tiles as any (MJ-1.4)."""

from __future__ import annotations

from referee.mahjong.hand.tiles import UNSEEN


def alike(wall: list[int], tiles: tuple[int, ...]) -> bool:
    """Whether these may be the tiles of the wall, compared as a set; an unseen one may be any."""
    rest = unnamed(wall, tiles)
    unseen = sum(kind == UNSEEN for kind in tiles) + sum(kind == UNSEEN for kind in wall)
    return len(rest) <= unseen


def unnamed(wall: list[int], tiles: tuple[int, ...]) -> list[int]:
    """The known tiles of the wall that are not among these."""
    rest = [kind for kind in wall if kind != UNSEEN]
    for kind in tiles:
        if kind in rest:
            rest.remove(kind)
    return rest
