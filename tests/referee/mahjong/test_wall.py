"""MJ-1.4: where draws and replacements come from, and how draws that do not fit the wall are told."""

from __future__ import annotations

from collections import Counter

import pytest

import referee
from referee.core.verdict import RoundVerdict
from tests.oracle import part
from tests.oracle.mahjong.table import tiles_of

HANDS = {"E": "1111m234567m2399p", "S": "2468m1357p13579s", "W": "3579m2468p24689s", "N": "2468m1357p13579s"}
PACK = Counter(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4))
LEFT = PACK - Counter(tile for hand in HANDS.values() for tile in tiles_of(hand))
WALL = [*LEFT, *(LEFT - Counter(list(LEFT))).elements()]
FIRST, SECOND, THIRD, LAST = *WALL[:3], WALL[-1]
WITH_FRONT = ["sichuan", "luzhou", "kawuxing"]
"""Games whose own clauses do not say where replacements come from."""


def judged(moves: str, rules: str = "") -> RoundVerdict:
    """The verdict on a round in which East begins."""
    hands = "".join(f'[Hand.{seat} "{hand}"]\n' for seat, hand in HANDS.items())
    head = f'[PPN "1"]\n[Game "sichuan"]\n[Rules "{rules}"]\n\n[Round "1"]\n[Dealer "E"]\n[Wall "{"".join(WALL)}"]\n'
    return referee.verify(referee.parse(f"{head}{hands}{moves}\n")).rounds[0]


def mismatches(verdict: RoundVerdict) -> tuple[list[tuple[int, object, object]], int]:
    """Move, expected and actual of the listed findings on the wall, and how many are counted beside them."""
    found = [finding for finding in verdict.findings if finding.code == "wall-mismatch"]
    return [(finding.move, finding.expected, finding.actual) for finding in found], verdict.more.get("wall-mismatch", 0)


@pytest.mark.parametrize(
    ("rules", "replacement", "next_draw"),
    [("", LAST, FIRST), ("replacement=end", LAST, FIRST), ("replacement=front", FIRST, SECOND)],
)
def test_mj_1_4_replacement_comes_from_the_end_or_by_option_from_the_front(rules: str, replacement: str, next_draw: str) -> None:
    kong = f"E.angang:1111m E+{replacement} E-2p"
    assert mismatches(judged(f"{kong} S+{next_draw}", rules)) == ([], 0)
    assert mismatches(judged(f"{kong} S+{THIRD}", rules)) == ([(4, next_draw, THIRD)], 0)
    wrong = f"E.angang:1111m E+{THIRD} E-2p S+{next_draw}"
    assert mismatches(judged(wrong, rules)) == ([(2, replacement, THIRD)], 0)


@pytest.mark.parametrize("length", range(2, 9))
def test_mj_1_4_first_mismatch_does_not_depend_on_what_follows(length: int) -> None:
    moves = f"E-2p S+{LAST} S-{LAST} W+{LAST} W-{LAST} N+{LAST} N-{LAST} E+{LAST}".split()
    found, more = mismatches(judged(" ".join(moves[:length])))
    assert (found, more) == ([(2, FIRST, LAST)], (length - 2) // 2)


@pytest.mark.parametrize("game", WITH_FRONT)
def test_mj_1_4_matches_played_from_the_front_are_clean_and_do_not_fit_the_end(game: str) -> None:
    differ = 0
    for seed in range(3):
        text = part(game, "match").match(seed, rounds=2, replacement="front").text()
        assert referee.verify(referee.parse(text)).status == "clean"
        for round_ in referee.verify(referee.parse(text.replace(" replacement=front", " replacement=end"))).rounds:
            found, more = mismatches(round_)
            assert len(found) == bool(found or more)
            differ += bool(found)
    assert differ
