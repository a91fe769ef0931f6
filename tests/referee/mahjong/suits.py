"""The keys of hands of one suit."""

from __future__ import annotations

from collections.abc import Iterator


def suit_keys(tiles: int, ranks: int = 9) -> Iterator[int]:
    """The key of every one-suit hand of so many tiles, at most four alike."""
    if ranks == 0:
        if tiles == 0:
            yield 0
        return
    for held in range(min(4, tiles) + 1):
        for key in suit_keys(tiles - held, ranks - 1):
            yield key | held << 3 * (ranks - 1)


def pairs_only(key: int) -> bool:
    """Whether every rank is held an even number of times."""
    return key & 0o111111111 == 0
