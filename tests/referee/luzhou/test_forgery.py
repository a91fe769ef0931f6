"""Forged matches: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

import pytest

import referee
from tests.oracle.luzhou_forgery import FORGERIES, forge

RARE = {"ghost-discard-claimed", "last-tile-gang", "ghostly last-tile-gang", "last no-claimable-discard", "win-too-small",
        "ordered not-your-turn", "claim-priority", "missed-win-lock", "hand-locked"}  # fmt: skip

pytestmark = pytest.mark.skipif("luzhou" not in {game.id for game in referee.games()}, reason="no engine yet")


@pytest.mark.parametrize("kind", FORGERIES)
def test_what_is_forged_is_found_first(kind: str) -> None:
    forged = [made for seed in range(32 if kind in RARE else 8) if (made := forge(seed, kind)) is not None]
    assert len(forged) > 3
    for text, (round_, move, code) in forged:
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(referee.parse(text)).all_findings()]
        told = [finding for finding in found if finding[0] == round_]
        assert told[:1] == [(round_, move, code)], text
        assert not [finding for finding in found if 0 < finding[0] < round_], text
