"""The separate reading of 卡五星's rulebook held to the sample records and to itself, and the engine to it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import referee
from tests.oracle.against import found_in, hidden, partly_seen
from tests.oracle.kawuxing.hands import question
from tests.oracle.kawuxing.match import match, play_match
from tests.oracle.kawuxing.samples import disagreements
from tests.samples import clean


@pytest.mark.parametrize("path", clean("kawuxing"), ids=lambda path: path.stem)
def test_the_samples_are_settled_alike_without_an_engine(path: Path) -> None:
    assert disagreements(path.read_text(encoding="utf-8")) == []


def test_records_say_what_was_played() -> None:
    """The words of a record, options and all, settle as its rounds did."""
    for seed in range(15):
        assert disagreements(match(seed).text()) == [], f"seed {seed}"


def test_single_hands_are_worth_the_same() -> None:
    """Value and fans of a hand, and every tile that it waits for."""
    for query, answer in filter(None, map(question, range(600))):
        told = referee.score(query)
        assert told["wins"] == answer["wins"], query
        if answer["wins"]:
            fans = sorted((fan["code"], fan["value"]) for fan in told["fans"])
            assert (told["value"], fans) == (answer["value"], answer["fans"]), query
        asked = {name: value for name, value in query.items() if name != "win"}
        assert referee.score({**asked, "waits": True}) == {"waits": answer["waits"]}, query


@pytest.mark.parametrize("start", range(0, 40, 10))
def test_nothing_is_found_in_what_was_played_by_the_rules(start: int) -> None:
    for seed in range(start, start + 10):
        assert found_in(play_match(seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("seats", ["E", "SW", "ESWN"])
@pytest.mark.parametrize("wall", [True, False])
def test_unseen_hands_accuse_nobody(seats: str, wall: bool) -> None:
    """The same matches with hands, and perhaps the wall, that the recorder did not see: still nothing is found."""
    for seed in range(6):
        assert found_in(hidden(play_match(seed), seats, wall)) == [], f"seed {seed}"


def test_partly_seen_hands_accuse_nobody() -> None:
    """Tiles here and there unseen, in hands and draws."""
    for seed in range(12):
        assert found_in(partly_seen(play_match(seed), random.Random(seed))) == [], f"seed {seed}"
