"""Matches of 衡陽麻將 played and settled by a separate reading of the rulebook: the engine finds nothing in them."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import referee
from tests.oracle.hengyang_match import match, play_match
from tests.oracle.hengyang_samples import settled
from tests.samples import clean, needs_samples

needs_engine = pytest.mark.skipif(find_spec("referee.games.hengyang").origin is None, reason="no engine yet")


@needs_samples
@pytest.mark.parametrize("path", clean("hengyang"), ids=lambda path: path.stem)
def test_the_oracle_settles_the_samples_as_they_are_settled(path: Path) -> None:
    """No engine is asked: the oracle's own reading gives the scores, and each next dealer."""
    rounds = settled(path.read_text(encoding="utf-8"))
    assert [table.scores() for table, _ in rounds] == [scores for _, scores in rounds]
    assert [table.next_dealer() for table, _ in rounds[:-1]] == [table.dealer for table, _ in rounds[1:]]


def test_the_oracle_settles_its_own_matches_again() -> None:
    for seed in range(20):
        text = match(seed, walls=1, scores=1).text()
        assert all(table.scores() == scores for table, scores in settled(text)), f"seed {seed}"


@needs_engine
@pytest.mark.parametrize("start", range(0, 90, 15))
def test_nothing_is_found_in_what_was_played_by_the_rules(start: int) -> None:
    for seed in range(start, start + 15):
        record = referee.parse(play_match(seed))
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(record).all_findings()]
        assert found == [], f"seed {seed}, {record.rules}"


@needs_engine
@pytest.mark.parametrize("hidden", ["E", "SN", "ESWN"])
def test_unseen_hands_accuse_nobody(hidden: str) -> None:
    """The same matches with hands, and now and then the wall, that the recorder did not see: still nothing is found."""
    for seed in range(12):
        text = re.sub(rf'\[Hand\.([{hidden}]) "[^"]*"\]', r'[Hand.\1 "?"]', play_match(seed))
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(referee.parse(text)).all_findings()]
        assert found == [], f"seed {seed}"
