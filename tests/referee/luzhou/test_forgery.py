"""Forged matches: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

import pytest

from tests.oracle.against import found_first
from tests.oracle.luzhou.forgery import FORGERIES, forge

RARE = {
    "ghost-discard-claimed",
    "last-tile-gang",
    "ghostly last-tile-gang",
    "win-too-small",
    "ordered not-your-turn",
    "claim-priority",
    "missed-win-lock",
    "hand-locked",
}
RAREST = {"last no-claimable-discard", "won no-claimable-discard", "won not-your-turn"}
"""Only many more seeds than are tried here offer occasions: ``python -m tests.oracle luzhou 0 300 all``."""


@pytest.mark.parametrize("kind", FORGERIES)
def test_what_is_forged_is_found_first(kind: str) -> None:
    forged = [made for seed in range(14 if kind in RARE else 3) if (made := forge(seed, kind)) is not None]
    assert forged or kind in RAREST
    for text, finding in forged:
        assert found_first(text, finding) == [finding], text
