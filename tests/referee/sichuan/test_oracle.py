"""Matches played and settled by a separate reading of the rulebook: the engine finds nothing in them, to the last point."""

from __future__ import annotations

import random
import re

import pytest

import referee
from tests.oracle.sichuan_match import play_match


@pytest.mark.parametrize("start", range(0, 300, 30))
def test_nothing_is_found_in_what_was_played_by_the_rules(start: int) -> None:
    for seed in range(start, start + 30):
        record = referee.parse(play_match(seed))
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(record).all_findings()]
        assert found == [], f"seed {seed}, {record.rules}"


@pytest.mark.parametrize("hidden", ["E", "SN", "ESWN"])
@pytest.mark.parametrize("wall", [True, False])
def test_unseen_hands_accuse_nobody(hidden: str, wall: bool) -> None:
    """The same matches with hands, and perhaps the wall, that the recorder did not see: still nothing is found."""
    for seed in range(40):
        text = re.sub(rf'\[Hand\.([{hidden}]) "[^"]*"\]', r'[Hand.\1 "?"]', play_match(seed))
        if not wall:
            text = re.sub(r'\[Wall "[^"]*"\]\n', "", text)
        verdict = referee.verify(referee.parse(text))
        found = [(finding.round, finding.move, finding.code) for finding in verdict.all_findings()]
        assert found == [], f"seed {seed}"
        assert all(round_.checked == {"hands": False, "wall": wall} for round_ in verdict.rounds)


def test_partly_seen_hands_accuse_nobody() -> None:
    """Tiles here and there unseen, in hands and draws."""
    for seed in range(40):
        text = partly_seen(play_match(seed), random.Random(seed))
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(referee.parse(text)).all_findings()]
        assert found == [], f"seed {seed}"


def partly_seen(text: str, dice: random.Random) -> str:
    """The match without its wall, and with three tiles of ten of its hands and draws unseen."""

    def hand(found: re.Match[str]) -> str:
        return re.sub(r"\d[mps]", lambda tile: tile[0] if dice.random() < 0.7 else "?", found[0])

    text = re.sub(r'\[Wall "[^"]*"\]\n', "", text)
    text = re.sub(r'\[Hand\.[ESWN] "[^"]*', hand, text)
    return re.sub(r"\b([ESWN])\+\d[mps]", lambda draw: draw[0] if dice.random() < 0.7 else f"{draw[1]}+?", text)
