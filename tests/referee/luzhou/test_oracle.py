"""The separate reading of the rulebook held to the shared samples and to itself, and the engine to it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest

import referee
from tests.oracle import shapes
from tests.oracle.ghost_shapes import GHOST, Meld, whole
from tests.oracle.luzhou import shape_of, worth
from tests.oracle.luzhou_match import play_match
from tests.oracle.luzhou_samples import settled
from tests.oracle.luzhou_table import tiles_of
from tests.samples import clean, needs_samples

needs_engine = pytest.mark.skipif("luzhou" not in {game.id for game in referee.games()}, reason="no engine yet")


@needs_samples
@pytest.mark.parametrize("path", clean("luzhou"), ids=lambda path: path.stem)
def test_the_samples_are_settled_alike_without_an_engine(path: Path) -> None:
    wrong, _ = settled(path.read_text(encoding="utf-8"))
    assert wrong == []


def test_records_say_what_was_played() -> None:
    """The words of a record, options and all, settle as the round did."""
    for seed in range(20):
        wrong, _ = settled(play_match(seed))
        assert wrong == [], f"seed {seed}"


def named(hand: list[str], melds: list[Meld]) -> set[tuple[str, int]]:
    """What every hand is called that the ghosts of this one can make, by trying every tile for every ghost."""
    natural = [tile for tile in hand if tile != GHOST]
    laid = [tile for meld in melds for tile in [meld.tile] * meld.size]
    found = set()
    for tiles in itertools.combinations_with_replacement(shapes.TILES, hand.count(GHOST)):
        every = Counter([*natural, *tiles, *laid])
        suits = {tile[1] for tile in every}
        if max(every.values()) > 4 or len(suits) > 2:
            continue
        fours = sum(number == 4 for number in every.values())
        for pair, sets in shapes.readings(tuple(sorted([*natural, *tiles]))):
            triplets = all(kind == "triplet" for kind, _ in sets)
            if pair is None and not melds:
                found.add(("qingqidui" if len(suits) == 1 else "qidui", (40 if len(suits) == 1 else 10) * 2**fours))
            elif pair is not None and triplets:
                found.add(("qingdui" if len(suits) == 1 else "daduizi", (40 if len(suits) == 1 else 10) * 2**fours))
            elif pair is not None and len(suits) == 1:
                found.add(("qingyise", 10 * 2**fours))
            elif pair is not None:
                found.add(("gui", 5 * 2 ** (fours - 1)) if fours else ("pinghu", 2))
    return found


def test_every_tile_that_a_ghost_may_stand_for_is_thought_of() -> None:
    for seed in range(60):
        dice = random.Random(seed)
        melds = [Meld(*dice.choice([("peng", "3m"), ("concealed", "7p")])) for _ in range(dice.choice([0, 0, 1]))]
        suits = dice.choice(["m", "mp", "mp", "mps"])
        kinds = [f"{rank}{suit}" for suit in suits for rank in dice.sample(range(1, 10), dice.choice([4, 7, 9]))] * 4
        ghosts = dice.choice([1, 2, 2])
        hand = [GHOST] * ghosts + dice.sample(kinds, 14 - ghosts - 3 * len(melds))
        assert {shape_of(reading) for reading in whole(hand, melds)} == named(hand, melds), hand


@pytest.mark.parametrize(
    ("hand", "melds", "flags", "value"),
    [
        ("12345678m11199p7z", "", "", 2),
        ("123456789m11199p", "", "", 10),
        ("123456789m1199p7z", "", "gangshangpao", 10),
        ("12345678m1199p77z", "", "bao", 10),
        ("11223344m5566p77z", "", "", 20),
        ("11223344m556677p", "", "", 40),
        ("1111223344m5566p", "", "", 40),
        ("111122334m556p77z", "", "", 20),
        ("5p7z", "111m 222m 333p 444p", "", 20),
        ("55p", "111m 222m 333p 4444p", "", 80),
        ("7777777z112233m5p", "", "", 80),
    ],
)
def test_values_that_the_text_names(hand: str, melds: str, flags: str, value: int) -> None:
    laid = [Meld("peng" if len(word) == 4 else "direct", word[0] + word[-1]) for word in melds.split()]
    won = worth(tiles_of(hand), laid, None, frozenset(flags.split()))
    assert won is not None
    assert won.value == value


@needs_engine
@pytest.mark.parametrize("start", range(0, 60, 10))
def test_nothing_is_found_in_what_was_played_by_the_rules(start: int) -> None:
    for seed in range(start, start + 10):
        record = referee.parse(play_match(seed))
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(record).all_findings()]
        assert found == [], f"seed {seed}, {record.rules}"
