"""The separate reading of 衡陽麻將's rulebook held to the sample records and to itself, and the engine to it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import referee
from tests.oracle.against import found_in, hidden, partly_seen
from tests.oracle.hengyang.hands import question
from tests.oracle.hengyang.match import match, play_match
from tests.oracle.hengyang.samples import settled
from tests.samples import clean


@pytest.mark.parametrize("path", clean("hengyang"), ids=lambda path: path.stem)
def test_the_samples_are_settled_alike_without_an_engine(path: Path) -> None:
    """The scores, and each next dealer."""
    rounds = settled(path.read_text(encoding="utf-8"))
    assert [table.scores() for table, _ in rounds] == [scores for _, scores in rounds]
    assert [table.next_dealer() for table, _ in rounds[:-1]] == [table.dealer for table, _ in rounds[1:]]


def test_records_say_what_was_played() -> None:
    """The words of a record, options and all, settle as its rounds did."""
    for seed in range(15):
        text = match(seed, walls=1, scores=1).text()
        assert all(table.scores() == scores for table, scores in settled(text)), f"seed {seed}"


def test_single_hands_are_worth_the_same() -> None:
    """The value and the names of a win, and every tile that the hand waits for."""
    for seed in range(500):
        query, answer = question(seed)
        told = referee.score(query)
        assert told["wins"] == (answer["won"] is not None), query
        if answer["won"]:
            names = {fan["code"] for fan in told["fans"]} - {"zimo"}
            assert (told["value"], names) == (answer["won"][0], set(answer["won"][1])), query
        asked = {name: value for name, value in query.items() if name != "win"}
        assert referee.score({**asked, "waits": True}) == {"waits": answer["waits"]}, query


@pytest.mark.parametrize("start", range(0, 60, 15))
def test_nothing_is_found_in_what_was_played_by_the_rules(start: int) -> None:
    for seed in range(start, start + 15):
        assert found_in(play_match(seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("seats", ["E", "SN", "ESWN"])
@pytest.mark.parametrize("wall", [True, False])
def test_unseen_hands_accuse_nobody(seats: str, wall: bool) -> None:
    """The same matches with hands, and perhaps the wall, that the recorder did not see: still nothing is found."""
    for seed in range(8):
        assert found_in(hidden(play_match(seed), seats, wall)) == [], f"seed {seed}"


def test_partly_seen_hands_accuse_nobody() -> None:
    """Tiles here and there unseen, in hands and draws."""
    for seed in range(16):
        assert found_in(partly_seen(play_match(seed), random.Random(seed))) == [], f"seed {seed}"
