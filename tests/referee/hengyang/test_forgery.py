"""Forged matches of 衡陽麻將: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

import pytest

from tests.oracle.against import found_first
from tests.oracle.hengyang.forgery import FORGERIES, forge

RARE = {
    "robbing not-winning": (41, 50, 113, 119),
    "last-tile-gang": (1, 128, 132, 193),
    "wins not-your-turn": (0, 15, 17, 18),
    "unmelded no-claimable-discard": (3, 4, 9, 12, 13),
    "claim-priority": range(15),
    "gang-after-claim": range(15),
    "dice wall-mismatch": range(15),
    "sea not-your-turn": range(12),
    "hand-locked": range(12),
}
"""Seeds with an occasion for what is rare."""


@pytest.mark.parametrize("kind", FORGERIES)
def test_what_is_forged_is_found_first(kind: str) -> None:
    forged = [made for seed in RARE.get(kind, range(8)) if (made := forge(seed, kind)) is not None]
    assert len(forged) > 3
    for text, finding in forged:
        assert found_first(text, finding) == [finding], text
