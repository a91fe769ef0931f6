"""The engine held to the separate reading of 衡陽麻將's rulebook where single hands are asked about."""

from __future__ import annotations

import pytest

import referee
from tests.oracle.hengyang.hands import question
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(100, 400, 300))
def test_single_hands_are_worth_the_same(some: range) -> None:
    """The value and the names of a win, and every tile that the hand waits for."""
    for seed in some:
        query, answer = question(seed)
        told = referee.score(query)
        assert told["wins"] == (answer["won"] is not None), query
        if answer["won"]:
            names = {fan["code"] for fan in told["fans"]} - {"zimo"}
            assert (told["value"], names) == (answer["won"][0], set(answer["won"][1])), query
        asked = {name: value for name, value in query.items() if name != "win"}
        assert referee.score({**asked, "waits": True}) == {"waits": answer["waits"]}, query
