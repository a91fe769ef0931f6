"""The engine beside the second readings of the rulebooks: matches that were played by the rules are judged as they were played.

One match that was made serves every claim about it: making it takes ten times as long as judging it.
"""

from __future__ import annotations

import random
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.core import registry
from tests.each import each
from tests.oracle import games, part, tile_games
from tests.oracle.against import by_any_options, found_in, hidden, partly_seen
from tests.oracle.mahjong.beside import with_payments
from tests.oracle.mahjong.table import SEATS
from tests.oracle.mahjong.verdict_details import differing
from tests.oracle.text import Match
from tests.proof import seeds
from tests.samples import clean

TILES = tile_games()
"""Games whose hands may be hidden or seen in part."""
UNTOLD = {"zimo", "pinghe"}
"""Fans that stand for a plain hand or a way of winning, of which the engine or a second reading does not speak."""


@pytest.mark.parametrize("some", seeds(3, 13, 10))
@pytest.mark.parametrize("game", games())
def test_legal_match_is_judged_as_it_was_played(game: str, some: range) -> None:
    for seed in some:
        assert wrong(part(game, "match").match(seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("some", seeds(3, 53, 10))
@pytest.mark.parametrize("game", games())
def test_legal_match_by_any_options_is_judged_as_it_was_played(game: str, some: range) -> None:
    """And nothing is found in it where not every tile was seen."""
    for seed in some:
        match = by_any_options(game, seed)
        assert wrong(match) == [], f"seed {seed}"
        if game in TILES:
            assert wrong(with_payments(match, seed)) == [], f"seed {seed}"
            assert found_in(partly_seen(match.text(), random.Random(seed))) == [], f"seed {seed}"


@pytest.mark.parametrize("some", seeds(3, 6))
@pytest.mark.parametrize("game", TILES)
def test_unseen_hands_and_tiles_cause_no_findings(game: str, some: range) -> None:
    """The recorder saw neither some hands nor, perhaps, the wall; or saw some of the tiles."""
    for seed in some:
        text = part(game, "match").play_match(seed)
        assert found_in(partly_seen(text, random.Random(seed))) == [], f"seed {seed}"
        for seats, wall in product(["E", "SW", "SN", "ESWN"], [True, False]):
            verdict = referee.verify(referee.parse(hidden(text, seats, wall)))
            assert verdict.all_findings() == [], f"seed {seed}, {seats} {wall}"
            assert not any(round_.checked["hands"] or round_.checked["wall"] > wall for round_ in verdict.rounds)


@pytest.mark.parametrize("some", seeds(100, 200))
@pytest.mark.parametrize("game", games("hands"))
def test_hand_and_its_waits_are_worth_what_a_second_reading_of_the_whole_game_says(game: str, some: range) -> None:
    for query, answer in filter(None, map(part(game, "hands").question, some)):
        told = referee.score(query)
        assert_worth(told, query, answer)
        if told["wins"]:
            fans = [(fan["code"], fan["value"]) for fan in told["fans"]]
            assert {code for code, _ in fans} ^ {code for code, _ in answer["fans"]} <= UNTOLD, query
            valued = [(code, value) for code, value in answer["fans"] if value is not None]
            assert sorted(valued) in ([], sorted(fans)), query
        else:
            assert told["reason"] == answer.get("reason", told["reason"]), query


@pytest.mark.parametrize("some", seeds(100, 300, 200))
@pytest.mark.parametrize("game", ["hengyang", "kawuxing", "luzhou"])
def test_hand_at_a_table_with_values_and_fans_of_its_own_is_worth_what_a_second_reading_says(game: str, some: range) -> None:
    """Of games whose second reading values hands by itself, with all options beside what the table has changed (TBL-1, TBL-2)."""
    for seed in some:
        if asked := part(game, "hands").question(seed, changed=True):
            assert_worth(referee.score(asked[0]), *asked)


def assert_worth(told: Any, query: dict[str, Any], answer: dict[str, Any]) -> None:
    """What the engine says of a hand is what the second reading says; and so is what it waits for."""
    assert (told["wins"], told.get("value")) == (answer["wins"], answer["value"] if answer["wins"] else None), query
    waits = {name: value for name, value in query.items() if name != "win"}
    assert referee.score({**waits, "waits": True}) == {"waits": answer["waits"]}, query


def settled(game: str, text: str) -> tuple[str, Any]:
    """What a second reading says of a record by itself, and where something is wrong first. No engine is asked."""
    answers = part(game, "answers").Answers()
    answers.trusting = True
    verdict: dict[str, Any] = answers.verdict(text)
    return verdict["status"], verdict["first"]


@each(lambda: ((game, path) for game in games("answers") for path in clean(game)), "{} {}".format, many=3)
def test_match_of_others_is_settled_alike_without_an_engine(game: str, path: Path) -> None:
    assert settled(game, path.read_text(encoding="utf-8")) == ("clean", None)


def wrong(match: Match) -> list[str]:
    """What is found in a match by the rules, and what the verdict says otherwise than its moves where these tell anything."""
    judged = referee.verify(referee.parse(match.text()))
    found = [f"{one.round}.{one.move}: {one.code}" for one in judged.all_findings()]
    if match.game not in TILES:
        return found
    book = registry.find(match.game)
    assert book is not None
    verdict_details = part(match.game, "answers").VerdictDetails()
    verdict: dict[str, Any] = judged.as_dict()
    found += [
        f"{number}: {flaw}"
        for number, round_ in enumerate(verdict["rounds"], 1)
        for flaw in differing(verdict_details, match, number, round_, set(book.rulebook.clauses))
    ]
    for (last, _), (_, sheet) in pairwise(zip(verdict["rounds"], match.sheets, strict=True)):
        if last["next_dealer"] != (SEATS[sheet.dealer] if dealer_follows(match, last["outcome"]) else None):
            found.append(f"next dealer {last['next_dealer']}, {SEATS[sheet.dealer]} deals")
    return found if verdict["status"] == "clean" else [f"not clean: {verdict['status']}", *found]


def dealer_follows(match: Match, outcome: str) -> bool:
    """Whether a clause says who deals next (KWX-1.6, SCM-1.2, TBL-9)."""
    options = match.options
    rests = options.get("rotation") == "winner_rests" and options["players"] < 4 and outcome == "win"
    by_lot = options.get("blood") and options["next_dealer"] == "game"
    return not rests and not by_lot and outcome != "abandoned"
