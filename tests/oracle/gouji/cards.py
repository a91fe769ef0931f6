"""夠級: cards and sets. What a set is, what it beats, which sets are gouji (GJ-1.2, 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

SEATS = "ABCDEF"
RANKS = "3456789TJQKA2xX"
"""Low to high (GJ-1.2)."""
WILD = "2xX"
"""What may be attached to other cards: 貼錢, 掛花 (GJ-3.1); also what tribute is paid in, highest last (GJ-7.8)."""
GOUJI_FROM = {"A": 2, "K": 2, "Q": 3, "J": 4, "T": 5}
"""As many cards of the rank make a set gouji (GJ-3.5)."""


def copies(rank: str, options: dict[str, Any]) -> int:
    """How many cards of a rank a table plays with (GJ-1.2, 11.1)."""
    whole = options["packs"] * (1 if rank in "xX" else 4)
    for part in options["drop"].split(","):
        ranks, some, number = part.partition(":")
        if "-" in ranks:
            ranks = RANKS[RANKS.index(ranks[0]) : RANKS.index(ranks[2]) + 1]
        if rank in ranks:
            return whole - int(number) if some else 0
    return whole


def hand_size(options: dict[str, Any]) -> int:
    """How many cards everybody is dealt."""
    return sum(copies(rank, options) for rank in RANKS) // 6


def low_to_high(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=RANKS.index)


def opposite(seat: str) -> str:
    """對頭."""
    return SEATS[(SEATS.index(seat) + 3) % 6]


def partners(one: str, other: str) -> bool:
    """Whether two seats, or a seat and itself, are of one 聯邦."""
    return (SEATS.index(one) - SEATS.index(other)) % 2 == 0


def from_seat(seat: str) -> list[str]:
    """The five others in the order of play after a seat."""
    at = SEATS.index(seat)
    return [SEATS[(at + step) % 6] for step in range(1, 6)]


class Set(NamedTuple):
    """A set of cards of one rank, what is attached counted among them."""

    rank: str
    size: int
    small: int
    """Attached small jokers."""
    big: int
    """Attached big jokers."""
    pure: bool
    """Neither a 2 nor a joker is in it."""

    @property
    def joker(self) -> bool:
        """Whether it holds a joker, attached or not."""
        return self.rank in "xX" or self.small > 0 or self.big > 0

    @property
    def gouji(self) -> bool:
        """GJ-3.5."""
        return self.joker or self.rank == "2" or self.size >= GOUJI_FROM.get(self.rank, 99)

    @property
    def unbeatable(self) -> bool:
        """GJ-3.3."""
        return self.big > 0 or self.rank == "X"

    def beats(self, other: Set, kills: int = 1) -> bool:
        """GJ-3.2 to 3.4; also whether the number of cards fits. ``kills``: small jokers that an attached big one beats."""
        if self.size != other.size or other.unbeatable or RANKS.index(self.rank) <= RANKS.index(other.rank):
            return False
        return self.rank == "X" or self.big * kills >= other.small


def read(cards: Iterable[str]) -> Set | None:
    """The set that cards make, None where they are of several ranks (GJ-3.1)."""
    return _read("".join(cards))


@cache
def _read(cards: str) -> Set | None:
    held = Counter(cards)
    natural = [rank for rank in held if rank not in WILD]
    if len(natural) > 1:
        return None
    rank = natural[0] if natural else next(rank for rank in "2xX" if held[rank])
    small = 0 if rank == "x" else held["x"]
    big = 0 if rank == "X" else held["X"]
    return Set(rank, sum(held.values()), small, big, not any(held[wild] for wild in WILD))


def sets_of(hand: list[str], rank: str, size: int) -> Iterator[list[str]]:
    """Every set of this rank and size in a hand, the plainest first."""
    wild = [card for card in "2xX" if RANKS.index(card) > RANKS.index(rank) for _ in range(hand.count(card))]
    for natural in range(min(hand.count(rank), size), 0, -1):
        for attached in sorted(set(combinations(wild, size - natural)), key=lambda found: [WILD.index(card) for card in found]):
            yield [rank] * natural + list(attached)


def without(hand: list[str], cards: Iterable[str]) -> list[str]:
    """A hand without some of its cards. Raises ValueError where one is not in it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest
