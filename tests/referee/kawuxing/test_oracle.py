"""The engine held to the separate reading of 卡五星's rulebook where single hands are asked about."""

from __future__ import annotations

import pytest

import referee
from tests.oracle.kawuxing.hands import question
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(100, 400, 300))
def test_single_hands_are_worth_the_same(some: range) -> None:
    """Value and fans of a hand, and every tile that it waits for."""
    for query, answer in filter(None, map(question, some)):
        told = referee.score(query)
        assert told["wins"] == answer["wins"], query
        if answer["wins"]:
            fans = sorted((fan["code"], fan["value"]) for fan in told["fans"])
            assert (told["value"], fans) == (answer["value"], answer["fans"]), query
        asked = {name: value for name, value in query.items() if name != "win"}
        assert referee.score({**asked, "waits": True}) == {"waits": answer["waits"]}, query
