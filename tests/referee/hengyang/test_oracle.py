"""The separate reading of 衡陽麻將's rulebook held to the sample records, and the engine to it."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from tests.oracle.hengyang.hands import question
from tests.oracle.hengyang.samples import settled
from tests.proof import seeds
from tests.samples import clean


@pytest.mark.parametrize("path", clean("hengyang"), ids=lambda path: path.stem)
def test_the_samples_are_settled_alike_without_an_engine(path: Path) -> None:
    """The scores, and each next dealer."""
    rounds = settled(path.read_text(encoding="utf-8"))
    assert [table.scores() for table, _ in rounds] == [scores for _, scores in rounds]
    assert [table.next_dealer() for table, _ in rounds[:-1]] == [table.dealer for table, _ in rounds[1:]]


@pytest.mark.parametrize("some", seeds(100, 400, 300))
def test_single_hands_are_worth_the_same(some: range) -> None:
    """The value and the names of a win, and every tile that the hand waits for."""
    for seed in some:
        query, answer = question(seed)
        told = referee.score(query)
        assert told["wins"] == (answer["won"] is not None), query
        if answer["won"]:
            names = {fan["code"] for fan in told["fans"]} - {"zimo"}
            assert (told["value"], names) == (answer["won"][0], set(answer["won"][1])), query
        asked = {name: value for name, value in query.items() if name != "win"}
        assert referee.score({**asked, "waits": True}) == {"waits": answer["waits"]}, query
