"""Forged matches of 卡五星: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

import pytest

import referee
from tests.oracle.against import found_first
from tests.oracle.kawuxing.forgery import FORGERIES, forge

RARE = {
    "last-tile-gang": (2, 3, 4, 5, 15),
    "claim-priority": (4, 6, 7, 14, 16),
    "missed-win-lock": (5, 9, 12, 17, 18),
    "won not-your-turn": (12, 23, 63),
}
"""Seeds with an occasion for what is rare."""

pytestmark = pytest.mark.skipif("kawuxing" not in {game.id for game in referee.games()}, reason="no engine yet")


@pytest.mark.parametrize("kind", FORGERIES)
def test_what_is_forged_is_found_first(kind: str) -> None:
    forged = [made for seed in RARE.get(kind, range(6)) if (made := forge(seed, kind)) is not None]
    assert len(forged) >= 3
    for text, finding in forged:
        assert found_first(text, finding) == [finding], text
