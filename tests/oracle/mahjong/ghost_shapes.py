"""Winning shapes of hands with ghosts, by trying whatever a ghost can stand for (LZG-3.1, LZG-3.2).

A suit is filled rank by rank: at every rank some runs begin, and a triplet and the pair may stand there. What the tiles in hand
do not provide is a ghost's. No kind is used more than four times, what is melded included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

GHOST = "7z"
SUITS = "mps"

Span = tuple[int, int]
"""The lowest and the highest rank in play."""
Counts = tuple[int, ...]
"""How many of each rank."""
Filling = tuple[int, int, int, bool, int]
"""The ghosts, sets and pairs that a suit takes, whether there is a run, and the kinds of which there are four."""


@dataclass(frozen=True)
class Meld:
    """``peng``, ``direct``, ``concealed`` or ``added``; what it is of, and how many of its tiles are ghosts."""

    kind: str
    tile: str
    ghosts: int = 0

    @property
    def size(self) -> int:
        return 3 if self.kind == "peng" else 4

    def __iter__(self) -> Iterator[str]:
        """Kind and tile, as of a meld without ghosts."""
        return iter((self.kind, self.tile))


@dataclass(frozen=True)
class Reading:
    """One way to read a winning hand."""

    pairs: bool
    """Seven pairs."""
    triplets: bool
    """Four triplets or kongs and a pair."""
    suits: int
    fours: int
    """Kinds of which there are four."""


def counts(tiles: Iterable[str], suit: str, span: Span) -> Counts:
    """How many tiles of each rank in play of a suit."""
    ranks = [int(tile[0]) for tile in tiles if tile[1] == suit]
    return tuple(ranks.count(rank) for rank in range(span[0], span[1] + 1))


@lru_cache(None)
def fillings(held: Counts, melded: Counts, begun: tuple[int, int], ghosts: int, sets: int, pairs: int) -> frozenset[Filling]:
    """Every way to fill the ranks given, ``begun``: the runs begun two ranks and one rank below; at most so many of each."""
    if not held:
        return frozenset([(0, 0, 0, False, 0)])
    found = set()
    for runs in range(sets + 1 if len(held) > 2 else 1):
        for triplet in range(min(1, sets - runs) + 1):
            for pair in range(pairs + 1):
                number = sum(begun) + runs + 3 * triplet + 2 * pair
                more = number - held[0]
                if not 0 <= more <= ghosts or number + melded[0] > 4:
                    continue
                four = number + melded[0] == 4
                left = (ghosts - more, sets - runs - triplet, pairs - pair)
                for used, made, paired, run, fours in fillings(held[1:], melded[1:], (begun[1], runs), *left):
                    found.add((used + more, made + runs + triplet, paired + pair, run or runs > 0, fours + four))
    return frozenset(found)


@lru_cache(None)
def pairings(held: Counts, ghosts: int) -> frozenset[Filling]:
    """Every way to fill the ranks given with pairs alone."""
    if not held:
        return frozenset([(0, 0, 0, False, 0)])
    return frozenset(
        (used + number - held[0], 0, paired + number // 2, False, fours + (number == 4))
        for number in (0, 2, 4)
        if 0 <= number - held[0] <= ghosts
        for used, _, paired, _, fours in pairings(held[1:], ghosts - number + held[0])
    )


@lru_cache(200_000)
def readings(hand: tuple[str, ...], melds: tuple[Meld, ...], suits: str, span: Span, size: int) -> frozenset[Reading]:
    """Every reading of a hand (with its melds) in these suits alone, each ghost being a tile of them."""
    if any(tile[1] not in suits for tile in (*hand, *(meld.tile for meld in melds)) if tile != GHOST):
        return frozenset()
    if len(hand) + 3 * len(melds) != size:
        return frozenset()
    ghosts, sets = hand.count(GHOST), size // 3 - len(melds)
    every = [(0, 0, 0, False, 0, 0)]
    seven = [(0, 0, 0, False, 0, 0)] if len(hand) == 14 else []
    for suit in suits:
        held, melded = counts(hand, suit, span), counts([meld.tile for meld in melds for _ in range(meld.size)], suit, span)
        every = joined(every, fillings(held, melded, (0, 0), ghosts, sets, 1), sum(melded) > 0)
        seven = joined(seven, pairings(held, ghosts), False) if seven else []
    found = {
        Reading(False, not run, suits, fours)
        for used, made, paired, run, fours, suits in every
        if (used, made, paired) == (ghosts, sets, 1)
    }
    found |= {Reading(True, False, suits, fours) for used, _, paired, _, fours, suits in seven if (used, paired) == (ghosts, 7)}
    return frozenset(found)


def joined(
    some: Iterable[tuple[int, int, int, bool, int, int]], more: Iterable[Filling], melded: bool
) -> set[tuple[int, int, int, bool, int, int]]:
    """The fillings of several suits together with those of one more; the last figure: how many suits there are."""
    return {
        (used + one, made + two, paired + three, run or runs, fours + five, suits + (melded or two + three > 0))
        for used, made, paired, run, fours, suits in some
        for one, two, three, runs, five in more
    }


def whole(hand: list[str], melds: list[Meld], options: dict[str, Any]) -> frozenset[Reading]:
    """Every reading that lacks a suit (LZG-3.1)."""
    tiles, laid, (span, size) = tuple(sorted(hand)), tuple(melds), table(options)
    return frozenset().union(*(readings(tiles, laid, suits, span, size) for suits in ("mp", "ms", "ps")))


def shaped(hand: list[str], melds: list[Meld], options: dict[str, Any]) -> bool:
    """Whether the hand has a winning shape but for the suit that must be missing."""
    return bool(readings(tuple(sorted(hand)), tuple(melds), SUITS, *table(options)))


def table(options: dict[str, Any]) -> tuple[Span, int]:
    """The ranks in play, and the tiles of a winning hand (TBL-4)."""
    first, last = map(int, options["ranks"].split("-"))
    return (first, last), options["hand"] + 1
