"""Cards: ranks as indices, hands as counts by rank (GJ-1.2). Suits are kept only where two 3s are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

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

SUITS: Final = 4
PLAYERS: Final = 6
USUAL_PACKS: Final = 4
COLOURS: Final = {"h": "red", "d": "red", "s": "black", "c": "black"}
UNSEEN: Final = "?"

Counts = list[int]
Pairs = tuple[tuple[int, int], ...]
"""Cards as ranks, low to high, each with how many."""


class Pack(NamedTuple):
    """The cards of a table: how many ``copies`` of each rank there are, and how many a ``hand`` has (GJ-1.2, GJ-11.1).

    ``packs``: of so many packs, so that a suit has as many of a rank.
    """

    packs: int
    copies: tuple[int, ...]
    hand: int


def whole_packs(packs: int) -> tuple[int, ...]:
    """How many cards of each rank so many packs hold: four of a pack, one of each joker."""
    return (*[SUITS * packs] * SMALL, packs, packs)


def pack(packs: int, left_out: Mapping[int, int]) -> Pack:
    """So many packs without so many cards of some ranks, dealt out evenly."""
    copies = tuple([number - left_out.get(rank, 0) for rank, number in enumerate(whole_packs(packs))])
    return Pack(packs, copies, sum(copies) // PLAYERS)


FOUR_PACKS: Final = pack(USUAL_PACKS, {})


def counts(text: str) -> Counts:
    """The number of cards of each rank that a text names, without suits."""
    return [text.count(rank) for rank in RANKS]


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
