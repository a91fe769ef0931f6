"""Matches played and settled by a separate reading of the rulebook: the engine finds nothing in them, to the last point."""

from __future__ import annotations

import random

import pytest

import referee
from tests.oracle.against import found_in, hidden, partly_seen
from tests.oracle.sichuan.match import play_match


@pytest.mark.parametrize("start", range(0, 300, 30))
def test_nothing_is_found_in_what_was_played_by_the_rules(start: int) -> None:
    for seed in range(start, start + 30):
        assert found_in(play_match(seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("seats", ["E", "SN", "ESWN"])
@pytest.mark.parametrize("wall", [True, False])
def test_unseen_hands_accuse_nobody(seats: str, wall: bool) -> None:
    """The same matches with hands, and perhaps the wall, that the recorder did not see: still nothing is found."""
    for seed in range(40):
        verdict = referee.verify(referee.parse(hidden(play_match(seed), seats, wall)))
        assert verdict.all_findings() == [], f"seed {seed}"
        assert all(round_.checked == {"hands": False, "wall": wall} for round_ in verdict.rounds)


def test_partly_seen_hands_accuse_nobody() -> None:
    """Tiles here and there unseen, in hands and draws."""
    for seed in range(40):
        assert found_in(partly_seen(play_match(seed), random.Random(seed))) == [], f"seed {seed}"
