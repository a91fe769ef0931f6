"""The engine held to the separate reading of SBR's rulebook: matches of players who break it."""

from __future__ import annotations

import pytest

from tests.oracle.sbr.careless import differing, match
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(4, 12, 8))
def test_match_of_careless_players_comes_to_the_same(some: range) -> None:
    """Every finding, and what each round comes to all the same."""
    for seed in some:
        assert differing(match(seed)) == [], f"seed {seed}"
