"""Ghosts: what a suit says for any number of them, held against every full suit that they could be part of."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from referee.mahjong.hand import ghosts, shapes
from referee.mahjong.hand.tiles import keys_of
from tests.proof import proof
from tests.referee.mahjong.suits import suit_keys


def full_suits(size: int, pair: bool, runs: bool) -> list[int]:
    """Every suit of so many tiles that is sets (and a pair)."""
    if pair:
        return [key for key in suit_keys(size) if any(runs or bare(sets) for _, sets in shapes.paired(key))]
    return [key for key in suit_keys(size) if any(runs or bare(sets) for sets in shapes.sets(key))]


def bare(sets: shapes.Sets) -> bool:
    """Whether these are triplets alone."""
    return all(code < shapes.RUN for code in sets)


def fours(key: int) -> int:
    """How many ranks are held four times; a rank is a digit of the octal number."""
    return f"{key:o}".count("4")


def parts(key: int) -> list[int]:
    """Every part of a suit's tiles, none and all of them among them."""
    found = [0]
    for rank in range(9):
        found = [part + (held << 3 * rank) for part in found for held in range((key >> 3 * rank & 7) + 1)]
    return found


@pytest.mark.parametrize(
    ("size", "pair"), [(2, True), (3, False), (5, True), pytest.param(6, False, marks=proof), pytest.param(8, True, marks=proof)]
)
@pytest.mark.parametrize("runs", [True, False])
def test_ghosts_complete_every_part_of_a_full_suit_and_no_other(size: int, pair: bool, runs: bool) -> None:
    """All suits of up to eight tiles, naturals and ghosts together: as read, and with the most quads."""
    best: dict[int, int] = {}
    for full in sorted(full_suits(size, pair, runs), key=fours):
        best.update(dict.fromkeys(parts(full), fours(full)))  # the more quads, the later: they stay
    for natural in range(size + 1):
        for key in suit_keys(natural):
            assert ghosts.solve(key, 0, pair, runs)[size - natural] == best.get(key, -1), oct(key)


def random_hand(dice: random.Random, number: int) -> list[int]:
    """Naturals of two suits, biased to what is near a win."""
    stock = [kind for kind in range(18) for _ in range(4)]
    tiles: list[int] = []
    while len(tiles) < number:
        kind = dice.choice(stock)
        wanted = [kind] * dice.choice([1, 2, 3, 4]) if dice.random() < 0.5 else [kind, kind + 1, kind + 2][: 9 - kind % 9]
        for tile in wanted:
            if len(tiles) < number and tile in stock:
                stock.remove(tile)
                tiles.append(tile)
    return tiles


@pytest.mark.parametrize(
    ("held", "hands"), [(1, 40), (2, 5), *(pytest.param(*many, marks=proof) for many in ((1, 240), (2, 30)))]
)
def test_ghost_hands_of_two_suits_are_those_of_every_substitution(held: int, hands: int) -> None:
    """Sets and a pair, seven pairs, and the waits, as against laying every kind for every ghost."""
    dice = random.Random(held)
    for _ in range(hands):
        tiles = random_hand(dice, 14 - held)
        keys = keys_of(tiles)
        tried = [[*tiles, *stood] for stood in combinations_with_replacement(range(18), held)]
        tried = [hand for hand in tried if max(Counter(hand).values()) <= 4]
        whole = [hand for hand in tried if complete(hand)]
        found = ghosts.fitted(keys, (0, 0, 0), held, (0, 1))
        assert (found.quads if found else None) == max(map(quads, whole), default=None)
        pairs = [hand for hand in tried if all(number % 2 == 0 for number in Counter(hand).values())]
        assert ghosts.paired(keys[:3], held) == max(map(quads, pairs), default=None)
        rest = keys_of(tiles[1:])
        waits = {kind for kind in range(18) if tiles[1:].count(kind) < 4 and completed([*tiles[1:], kind], held)}
        mask = ghosts.waits(rest, (0, 0, 0), held, (0, 1))
        assert {kind for kind in range(18) if mask >> kind & 1} == waits


def completed(tiles: list[int], held: int) -> bool:
    """Whether some substitution makes sets and a pair."""
    return any(
        max(Counter(hand).values()) <= 4 and complete(hand)
        for stood in combinations_with_replacement(range(18), held)
        for hand in [[*tiles, *stood]]
    )


def complete(tiles: list[int]) -> bool:
    known = [shapes.suit(key) for key in keys_of(tiles)[:3]]
    return all(part.whole or part.paired for part in known) and sum(not part.whole for part in known) == 1


def quads(tiles: list[int]) -> int:
    return sum(number == 4 for number in Counter(tiles).values())


def test_open_melds_count_among_the_quads_and_leave_no_fifth() -> None:
    run, two = keys_of([0, 1, 2])[0], keys_of([1, 2])[0]
    assert ghosts.solve(run, 3, False)[0] == 1
    assert ghosts.solve(two, 3, False)[1] == 1
    assert ghosts.solve(run, 4, False)[0] == -1
    assert ghosts.solve(two, 4, False)[1] == 1, "2-3-4, and the kong of ones"
