"""Details of verdicts: on legal rounds they say what the moves say, in every mahjong game."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import referee
from referee import registry
from tests.oracle import games, part
from tests.oracle.against import by_any_options
from tests.oracle.mahjong.table import SEATS
from tests.oracle.mahjong.verdict_details import differing
from tests.oracle.text import Match
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(3, 30, 9))
@pytest.mark.parametrize("game", games("verdict_details"))
def test_verdict_on_a_legal_match_says_what_was_played(game: str, some: range) -> None:
    for seed in some:
        assert wrong(part(game, "match").match(seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("some", seeds(3, 60, 19))
@pytest.mark.parametrize("game", games("verdict_details"))
def test_verdict_on_a_legal_match_by_any_options_says_what_was_played(game: str, some: range) -> None:
    for seed in some:
        assert wrong(by_any_options(game, seed)) == [], f"seed {seed}"


def wrong(match: Match) -> list[str]:
    """What the verdict on a match by the rules says otherwise than its moves."""
    book = registry.find(match.game)
    assert book is not None
    verdict_details = part(match.game, "verdict_details").VerdictDetails()
    verdict: dict[str, Any] = referee.verify(referee.parse(match.text())).as_dict()
    assert verdict["status"] == "clean"
    found = [
        f"{number}: {flaw}"
        for number, round_ in enumerate(verdict["rounds"], 1)
        for flaw in differing(verdict_details, match, number, round_, set(book.rulebook.clauses))
    ]
    for (last, _), (_, sheet) in pairwise(zip(verdict["rounds"], match.sheets, strict=True)):
        if last["next_dealer"] != (SEATS[sheet.dealer] if dealer_follows(match, last["outcome"]) else None):
            found.append(f"next dealer {last['next_dealer']}, {SEATS[sheet.dealer]} deals")
    return found


def dealer_follows(match: Match, outcome: str) -> bool:
    """Whether a clause says who deals next (KWX-1.6, SCM-1.2)."""
    options = match.options
    rests = options.get("rotation") == "winner_rests" and options["players"] == 3 and outcome == "win"
    return not rests and not options.get("blood") and outcome != "abandoned"
