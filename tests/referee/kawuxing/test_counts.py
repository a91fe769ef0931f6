"""How many hands of 卡五星 are complete (MJ-4.1, KWX-1.1): counted suit by suit, judged by the engine, held to known figures.

What completes a hand depends on each suit only by its size, whether it is sets, sets and a pair, or all pairs. So one key
stands for all of its kind in what the engine is asked, and is counted as often as there are such keys.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from referee.games.kawuxing import GAME
from referee.mahjong.hand import readiness, shapes
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.readings import PAIRS, readings
from referee.rulebook import FindingTemplate, Rules
from tests.proof import proof
from tests.referee.mahjong.suits import pairs_only, suit_keys

Kind = tuple[int, bool, bool, bool]
"""Of a suit's tiles: how many they are, whether they are sets, sets and a pair, pairs."""


@cache
def suit_kinds(ranks: int) -> tuple[dict[Kind, int], Counter[Kind]]:
    """A key of every kind of suit, and how many keys there are of it; three ranks are the honours."""
    some: dict[Kind, int] = {}
    number: Counter[Kind] = Counter()
    runs = ranks == 9
    for size in range(min(14, 4 * ranks) + 1):
        if size in (1, 7, 13):  # neither sets, with or without a pair, nor pairs
            continue
        for key in suit_keys(size, ranks):
            whole = size % 3 == 0 and bool(shapes.sets(key, runs))
            paired = size % 3 == 2 and bool(shapes.paired(key, runs))
            kind = (size, whole, paired, pairs_only(key))
            some[kind] = key
            number[kind] += 1
    return some, number


@cache
def hands() -> list[tuple[list[int], int]]:
    """Hands of fourteen of two suits and three honours, and how many like each there are."""
    (suits, many), (honours, few) = suit_kinds(9), suit_kinds(3)
    return [
        ([0, suits[one], suits[two], dragons << 12], many[one] * many[two] * few[three])
        for one, two, (three, dragons) in product(suits, suits, honours.items())
        if one[0] + two[0] + three[0] == 14
    ]


@proof
def test_mj_4_1_the_figures() -> None:
    found: Counter[tuple[bool, bool]] = Counter()
    for keys, number in hands():
        found[readiness.complete(keys), readiness.seven_pairs(keys)] += number
    standard, pairs = found[True, False] + found[True, True], found[False, True] + found[True, True]
    assert (standard, pairs, found[True, True]) == (1_069_907, 669_294, 2_189)


@proof
def test_mj_4_1_every_complete_hand_wins_and_no_other_by_its_readings() -> None:
    rules = GAME.rulebook.rules("")
    assert isinstance(rules, Rules)
    for keys, _ in hands():
        holding = CandidateHand(keys, (), None)
        shape = {reading.shape for reading in readings(holding)}
        standard, pairs = readiness.complete(keys), readiness.seven_pairs(keys)
        assert shape == {name for name, is_one in (("standard", standard), (PAIRS, pairs)) if is_one}
        assert isinstance(GAME.win_value(rules, holding), FindingTemplate) is not (standard or pairs)
