"""Cards: ranks as indices, hands as counts by rank (GJ-1.2). Suits are kept only where two 3s are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = "3456789TJQKA2xX"
THREE: Final = 0
FOUR: Final = 1
TEN: Final = 7
JACK: Final = 8
QUEEN: Final = 9
KING: Final = 10
ACE: Final = 11
TWO: Final = 12
SMALL: Final = 13
BIG: Final = 14

HAND: Final = 36
COPIES: Final = (*[16] * 13, 4, 4)
"""How many cards of each rank four packs hold."""
COLOURS: Final = {"h": "red", "d": "red", "s": "black", "c": "black"}
UNSEEN: Final = "?"

Counts = list[int]
Pairs = tuple[tuple[int, int], ...]
"""Cards as ranks, low to high, each with how many."""


def counts(text: str) -> Counts:
    """The number of cards of each rank that a text names, without suits."""
    return [text.count(rank) for rank in RANKS]


def size(text: str) -> int:
    """The number of cards that a text names."""
    return sum(map(text.count, RANKS))


def text(held: Sequence[int]) -> str:
    """The cards with these counts as text, low to high."""
    return "".join([rank * number for rank, number in zip(RANKS, held, strict=True)])


def names(pairs: Iterable[tuple[int, int]]) -> str:
    """Cards as text, from pairs of a rank and a number."""
    return "".join([RANKS[rank] * number for rank, number in pairs])


def suited(shown: str) -> list[tuple[str, str]]:
    """The single cards of a text, each with its suit, empty where none is written: ``3h3`` is ``3 h`` and ``3``."""
    found: list[tuple[str, str]] = []
    for letter in shown:
        if letter in RANKS:
            found.append((letter, ""))
        elif found:
            found[-1] = found[-1][0], letter
    return found
