"""The keys of hands of one suit."""

from __future__ import annotations

from functools import cache


@cache
def suit_keys(tiles: int, ranks: int = 9) -> tuple[int, ...]:
    """The key of every one-suit hand of so many tiles, at most four alike."""
    if ranks == 0:
        return () if tiles else (0,)
    shift = 3 * (ranks - 1)
    return tuple(key | held << shift for held in range(min(4, tiles) + 1) for key in suit_keys(tiles - held, ranks - 1))


def pairs_only(key: int) -> bool:
    """Whether every rank is held an even number of times."""
    return key & 0o111111111 == 0
