"""Forged matches: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

import pytest

from tests.oracle.against import found_first
from tests.oracle.sichuan.forgery import FORGERIES, forge

RARE = {"last-tile-gang": 150, "claim-priority": 60, "three-suits": 40, "forced-win-declined": 40, "gang-after-claim": 30}


@pytest.mark.parametrize("kind", FORGERIES)
def test_what_is_forged_is_found_first(kind: str) -> None:
    forged = [made for seed in range(RARE.get(kind, 20)) if (made := forge(seed, kind)) is not None]
    assert len(forged) > 3
    for text, finding in forged:
        assert found_first(text, finding) == [finding], text
