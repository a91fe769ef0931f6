"""The shape tables, held by counts from independent computation, and by a plain search over small hands (MJ-4.1, MJ-4.3)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.mahjong.hand import readiness, shapes
from referee.mahjong.hand.tiles import KINDS, keys_of, kinds
from tests.proof import proof
from tests.referee.mahjong.suits import pairs_only, suit_keys


@proof
def test_one_suit_hands_of_fourteen_are_as_many_as_known() -> None:
    standard = [bool(shapes.paired(key)) for key in suit_keys(14)]
    pairs = [pairs_only(key) for key in suit_keys(14)]
    either = [one or other for one, other in zip(standard, pairs, strict=True)]
    assert (len(standard), sum(standard), sum(pairs), sum(either)) == (118_800, 13_259, 2_304, 15_349)


@proof
def test_one_suit_hands_of_thirteen_have_as_many_waits_as_known() -> None:
    waits = Counter(shapes.suit(key).paired_waits.bit_count() for key in suit_keys(13))
    assert sum(waits.values()) == 93_600
    assert [waits[number] for number in range(10)] == [53_530, 14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]


@proof
def test_three_suit_hands_of_fourteen_are_as_many_as_known() -> None:
    whole = {size: [key for key in suit_keys(size) if shapes.sets(key)] for size in (0, 3, 6, 9, 12)}
    paired = {size: [key for key in suit_keys(size) if shapes.paired(key)] for size in (2, 5, 8, 11, 14)}
    standard = both = 0
    for home in paired:
        for second in whole:
            third = 14 - home - second
            if third in whole:
                standard += 3 * len(paired[home]) * len(whole[second]) * len(whole[third])
                evens = [sum(map(pairs_only, keys)) for keys in (paired[home], whole[second], whole[third])]
                both += 3 * evens[0] * evens[1] * evens[2]
    assert (standard, both) == (5_237_550, 6_195)
    assert ways_of_pairs(7, 27) == 3_541_590


@cache
def ways_of_pairs(pairs: int, ranks: int) -> int:
    """Hands of so many pairs, a four of a kind as two, by counting."""
    if ranks == 0:
        return pairs == 0
    return sum(ways_of_pairs(pairs - own, ranks - 1) for own in range(min(2, pairs) + 1))


def completes(tiles: list[int]) -> bool:
    """Sets and a pair, or seven pairs, by trying everything."""
    held = Counter(tiles)
    if len(tiles) == 14 and all(number % 2 == 0 for number in held.values()):
        return True
    return any(number >= 2 and only_sets(held - Counter({kind: 2})) for kind, number in held.items())


def only_sets(held: Counter[int]) -> bool:
    """Whether these are triplets and runs, by trying everything."""
    if not held:
        return True
    low = min(held)
    if held[low] >= 3 and only_sets(held - Counter({low: 3})):
        return True
    run = Counter({low: 1, low + 1: 1, low + 2: 1})
    return low < 27 and low % 9 <= 6 and run <= held and only_sets(held - run)


@st.composite
def nearly_complete(draw: st.DrawFn) -> list[int]:
    """Thirteen tiles, most often one short of a complete hand."""
    held: Counter[int] = Counter()
    for _ in range(4):
        first = draw(st.integers(0, KINDS - 1))
        run = first < 27 and first % 9 <= 6 and draw(st.booleans())
        held.update([first, first + 1, first + 2] if run else [first] * 3)
    held.update([draw(st.integers(0, KINDS - 1))] * 2)
    tiles = sorted(held.elements())
    tiles.pop(draw(st.integers(0, len(tiles) - 1)))
    return tiles


@given(nearly_complete())
def test_waits_are_what_a_plain_search_finds(tiles: list[int]) -> None:
    held = Counter(tiles)
    if max(held.values()) > 4:
        return
    expected = {kind for kind in range(KINDS) if held[kind] < 4 and completes([*tiles, kind])}
    mask = readiness.waits(keys_of(tiles))
    assert {kind for kind in range(KINDS) if mask >> kind & 1} == expected


@pytest.mark.parametrize(
    ("text", "ways"),
    [("111222333m", 2), ("123456789p", 1), ("111222333z", 1), ("123z", 0), ("222333444555s", 3), ("1112223334m", 0)],
)
def test_readings_of_a_suit_are_all_its_ways_to_be_cut(text: str, ways: int) -> None:
    keys = keys_of(kinds(text))
    suit = next(index for index in range(4) if keys[index])
    assert len(shapes.sets(keys[suit], runs=suit != 3)) == ways
