"""Matches played and settled by a separate reading of the rulebook: the engine finds nothing in them, to the last point."""

from __future__ import annotations

import pytest

import referee
from tests.oracle.sichuan import play_match


@pytest.mark.parametrize("start", range(0, 300, 30))
def test_nothing_is_found_in_what_was_played_by_the_rules(start: int) -> None:
    for seed in range(start, start + 30):
        record = referee.parse(play_match(seed))
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(record).all_findings()]
        assert found == [], f"seed {seed}, {record.rules}"
