"""The engine held to the separate reading of SBR's rulebook: single hands, and matches of players who break it."""

from __future__ import annotations

import pytest

import referee
from tests.oracle.sbr.careless import differing, match
from tests.oracle.sbr.hands import question
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(100, 400, 300))
def test_single_hands_are_worth_the_same(some: range) -> None:
    """The value and the names of a win, and every tile that the hand waits for."""
    for seed in some:
        query, answer = question(seed)
        told = referee.score(query)
        assert (told["wins"], told.get("value", 0)) == (answer["value"] > 0, answer["value"]), query
        if told["wins"]:
            named = {fan["code"] for fan in told["fans"]} - {"pinghe"}
            assert named == set(answer["fans"]) - {"pinghe"}, query
        assert referee.score({**query, "waits": True}) == {"waits": answer["waits"]}, query


@pytest.mark.parametrize("some", seeds(4, 24, 20))
def test_match_of_careless_players_comes_to_the_same(some: range) -> None:
    """Every finding, and what each round comes to all the same."""
    for seed in some:
        assert differing(match(seed)) == [], f"seed {seed}"
