"""The separate reading of the rulebook held to the sample records and to itself, and the engine to it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

import referee
from tests.oracle.luzhou.hands import question
from tests.oracle.luzhou.match import match
from tests.oracle.luzhou.samples import disagreements
from tests.oracle.luzhou.scoring import options_of, shape_of, worth
from tests.oracle.luzhou.table import Table
from tests.oracle.mahjong import shapes
from tests.oracle.mahjong.ghost_shapes import GHOST, Meld, whole
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.proof import seeds
from tests.samples import clean

played = lru_cache(None)(match)
"""Every test plays the same matches, and changes nothing in them."""


@pytest.mark.parametrize("path", clean("luzhou"), ids=lambda path: path.stem)
def test_the_samples_are_settled_alike_without_an_engine(path: Path) -> None:
    assert disagreements(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("some", seeds(3, 30, 9))
def test_records_say_what_was_played(some: range) -> None:
    """The words of a record, options and all, settle as its rounds did."""
    for seed in some:
        assert disagreements(played(seed).text()) == [], f"seed {seed}"


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


@pytest.mark.parametrize("some", seeds(15, 150, 45))
def test_every_tile_that_a_ghost_may_stand_for_is_thought_of(some: range) -> None:
    for seed in some:
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
    won = worth(tiles_of(hand), laid, options_of("luzhou", cap=None), frozenset(flags.split()))
    assert won is not None
    assert won.value == value


@pytest.mark.parametrize("some", seeds(40, 1000, 300))
def test_single_hands_are_worth_the_same(some: range) -> None:
    """Value and fans of a hand, or why it does not win, and every tile that it waits for."""
    for query, answer in map(question, some):
        told = referee.score(query)
        codes = {fan["code"] for fan in told["fans"]} if told["wins"] else {told["reason"]}
        assert (told.get("value", 0), codes) == (answer["value"], answer["codes"]), query
        asked = {name: value for name, value in query.items() if name != "win"}
        assert referee.score({**asked, "waits": True}) == {"waits": answer["waits"]}, query


@pytest.mark.parametrize("some", seeds(6, 60, 18))
def test_the_verdict_tells_what_was_played_by_the_rules(some: range) -> None:
    """Nothing is found, and wins, kongs, payments and the next dealer are those of the table."""
    for seed in some:
        verdict = referee.verify(referee.parse(played(seed).text()))
        assert verdict.all_findings() == [], f"seed {seed}"
        for sheet, round_ in zip(played(seed).sheets, verdict.rounds, strict=True):
            assert told(round_) == expected(sheet.played.table, played(seed).base), f"seed {seed}"


def told(round_: referee.RoundVerdict) -> tuple[object, ...]:
    """What a verdict says of a round."""
    wins = [(win.seat, win.source, win.by, win.tile, win.value, {fan.code for fan in win.fans}) for win in round_.wins]
    paid = Counter[tuple[str, str, str]]()
    for line in round_.ledger:
        paid[line.payer, line.payee, line.reason] += line.points
    return wins, [(kong.seat, kong.kind, kong.tile) for kong in round_.kongs], paid, round_.next_dealer


def expected(table: Table, base: int) -> tuple[object, ...]:
    """What the table says of it."""
    wins = [(SEATS[win.seat], None if win.source is None else SEATS[win.source], *win[2:]) for win in table.wins]
    paid = Counter[tuple[str, str, str]]()
    for payer, payee, points, reason in table.ledger:
        paid[SEATS[payer], SEATS[payee], reason] += points * base
    return wins, [(SEATS[seat], kind, tile) for seat, kind, tile in table.kongs], paid, SEATS[table.next_dealer]
