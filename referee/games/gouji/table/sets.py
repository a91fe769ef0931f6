"""Sets: cards of one rank with 2s and jokers attached, and which set beats which (GJ-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.games.gouji.cards import ACE, BIG, JACK, KING, QUEEN, SMALL, TEN, TWO, Pairs, counts, names
from referee.games.gouji.rulebook import GJ

MIXED: Final = -1

GOUJI_SETS: Final = GJ["GJ-3.5"]

LEAST_OF_GOUJI: Final = {TEN: 5, JACK: 4, QUEEN: 3, KING: 2, ACE: 2, TWO: 1, SMALL: 1, BIG: 1}
"""How many cards of each rank make a gouji set (GJ-3.5)."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """Cards played together.

    ``rank`` is that of the natural cards, ``MIXED`` where they differ. ``smalls`` and ``bigs`` are the jokers attached.
    ``gouji`` and ``pure`` tell gouji sets and those of them without 2 or joker (GJ-3.5, GJ-7.3), ``unbeatable`` those
    that nothing beats (GJ-3.3), ``joker`` whether it holds any joker, ``beside`` whether a 2 or joker is attached.
    """

    cards: Pairs
    text: str
    rank: int
    size: int
    smalls: int
    bigs: int
    gouji: bool
    pure: bool
    unbeatable: bool
    joker: bool
    beside: bool


def card_set(text: str) -> CardSet:
    """The set that these cards make (GJ-3.1)."""
    found = counts(text)
    cards = tuple((rank, number) for rank, number in enumerate(found) if number)
    naturals = [rank for rank, _ in cards if rank < TWO]
    twos, smalls, bigs = found[TWO], found[SMALL], found[BIG]
    size = sum(found)
    if naturals:
        rank = naturals[0] if len(naturals) == 1 else MIXED
        beside = twos + smalls + bigs > 0
    else:
        rank = TWO if twos else SMALL if smalls else BIG
        smalls, bigs = (smalls, bigs) if twos else (0, bigs if found[SMALL] else 0)
        beside = smalls + bigs > 0
    joker = found[SMALL] + found[BIG] > 0
    gouji = joker or size >= LEAST_OF_GOUJI.get(rank, 99)
    pure = gouji and not joker and not twos
    return CardSet(cards, names(cards), rank, size, smalls, bigs, gouji, pure, bigs > 0 or rank == BIG, joker, beside)


def beats(new: CardSet, top: CardSet, kills: int) -> bool:
    """Whether a set of as many cards beats another (GJ-3.2 to GJ-3.4); each attached big joker beats so many small ones.

    Big jokers alone are higher than any small one, and there are as many of them as there are cards.
    """
    return new.rank > top.rank and not top.unbeatable and (new.bigs * kills >= top.smalls or new.rank == BIG)
