"""The engine held to the separate reading of SBR's rulebook where single hands are asked about."""

from __future__ import annotations

import pytest

import referee
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
