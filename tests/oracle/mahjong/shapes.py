"""Winning shapes by trying everything (MJ-4.1)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain, product

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
"""The kinds of the three suits."""
HONOURS = ["5z", "6z", "7z"]
"""白 發 中."""

Set = tuple[str, str]
"""``triplet`` or ``run``, and its lowest tile."""


def after(tile: str, steps: int) -> str:
    """The tile so many ranks higher; no tile's name where there is none, as with honours."""
    return f"{int(tile[0]) + steps}{tile[1]}" if tile[1] != "z" or not steps else ""


@lru_cache(200_000)
def sets_of(tiles: tuple[str, ...]) -> list[tuple[Set, ...]]:
    """Every way to take tiles apart into triplets and runs."""
    if not tiles:
        return [()]
    first = min(tiles, key=lambda tile: (tile[1], tile[0]))
    found = []
    for kind, group in (("triplet", [first] * 3), ("run", [first, after(first, 1), after(first, 2)])):
        rest = Counter(tiles)
        rest.subtract(group)
        if min(rest.values()) >= 0:
            found += [((kind, first), *others) for others in sets_of(tuple(rest.elements()))]
    return found


@lru_cache(200_000)
def readings(hand: tuple[str, ...]) -> list[tuple[str | None, tuple[Set, ...]]]:
    """Every reading of a hand: its pair and its sets; no pair: seven pairs."""
    held = Counter(hand)
    found: list[tuple[str | None, tuple[Set, ...]]] = []
    if len(hand) == 14 and all(number % 2 == 0 for number in held.values()):
        found.append((None, ()))
    suits = {suit: tuple(tile for tile in hand if tile[1] == suit) for suit in "mpsz"}
    with_pair = [suit for suit, tiles in suits.items() if len(tiles) % 3]
    if len(with_pair) == 1 and len(suits[with_pair[0]]) % 3 == 2:
        for pair in sorted(tile for tile in held if held[tile] >= 2 and tile[1] == with_pair[0]):
            rest = list(suits[with_pair[0]])
            rest.remove(pair)
            rest.remove(pair)
            parts = map(sets_of, (suits | {with_pair[0]: tuple(rest)}).values())
            found += [(pair, tuple(chain(*sets))) for sets in product(*parts)]
    return found


def without(hand: list[str], tile: str) -> list[str]:
    """The hand but for one tile."""
    rest = list(hand)
    rest.remove(tile)
    return rest
