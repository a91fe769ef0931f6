"""What tables of gouji add (GJ-11): the form of a round, the moves that are offered, and what hangs on cards that nobody saw."""

from __future__ import annotations

import re
from typing import Any

import pytest

import referee
from referee.core import registry
from referee.core.match_referee import MatchReferee
from referee.core.record import Record
from referee.core.watched_match import WatchedMatch
from tests.referee.cases import spread

GAME: Any = registry.find("gouji")
TABLE = "tribute=true points_mode=table"
FULL = """[Leader "A"]
[Hand.A "4*15 5*16 6*2 K*2 x"]
[Hand.B "6*4 7*16 8*16"]
[Hand.C "6*4 9*16 T*16"]
[Hand.D "3*4 J*16 Q*16"]
[Hand.E "3*6 A*16 K*14"]
[Hand.F "3*6 4 6*6 2*16 x*3 X*4"]
A:KK D.guo A:4*15 B.guo C.guo D.guo E.guo F.guo A:5*16 B.guo C.guo D.guo E.guo F.guo A:66x D.guo B:7*16 C.guo D.guo E.guo F.guo
B:8*16 C.guo D.guo E.guo F.guo B:6*4 C.guo D.guo E.guo F.guo C:9*16 D.guo E.guo F.guo C:T*16 D.guo E.guo F.guo C:6*4 D.guo E.guo
F.guo D:J*16 E.guo F.guo D:Q*16 E.guo F.guo D:3*4 E.guo F.guo E:K*14 F.guo E:A*16 F.guo E:3*6
"""
"""A round in which A opens, with the fours but one, and all but F play their whole hands."""


def record(rules: str, round_: str = FULL, hidden: str = "") -> Record:
    text = spread(round_)
    for seat in "ABCDEF":
        text = re.sub(rf'\[Hand\.{seat} "[^"]*"\]', f'[Hand.{seat} "?"]', text) if seat in hidden else text
        text = text if f"[Hand.{seat} " in text else f'[Hand.{seat} "?"]\n{text}'
    return referee.parse(f'[PPN "1"]\n[Game "gouji"]\n[Rules "{rules}"]\n\n[Round "1"]\n{text}')


def told(rules: str, hidden: str = "") -> tuple[Any, Any]:
    """Who opened, and how many debts the round left, by its verdict."""
    (judged,) = referee.verify(record(rules, hidden=hidden)).rounds
    assert not judged.findings
    owed: Any = judged.extra["owed"]
    return judged.extra["opened"], owed and len(owed)


@pytest.mark.parametrize(
    ("word", "kept"),
    [
        ("packs=6 drop=543", "drop=3,4,5"),
        ("packs=6 drop=3-5", "drop=3,4,5"),
        ("drop=4:8,3:10", "drop=3:10,4:8"),
        ("place_scores=+2,1,0,0,-1,-2", "place_scores=2,1,0,0,-1,-2"),
        ("bie3=true buy_order=opposite,neighbours", ""),
        ("bie3=true buy_order=partner", "buy_order=partner"),
    ],
)
def test_option_with_a_grammar_is_kept_in_one_form_and_read_again_from_it(word: str, kept: str) -> None:
    rules = GAME.rulebook.rules(word)
    assert " ".join(f"{name}={value}" for name, value in rules.own) == kept
    assert GAME.rulebook.rules(rules.text) == rules


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("drop=1", "3:10,4:8"),
        ("drop=3:0", "3:10,4:8"),
        ("drop=x:6", "3:10,4:8"),
        ("drop=5-3", "3-5"),
        ("drop=33", "3-5"),
        ("place_scores=2,1,0,0,-1", "2,1,0,0,-1,-2"),
        ("place_scores=2,1,0,0,-1,-02", "2,1,0,0,-1,-2"),
        ("buy_order=left", "opposite,partner,neighbours"),
        ("buy_order=partner,partner", "opposite,partner,neighbours"),
        ("drop.3=4", "bie3"),
    ],
)
def test_value_that_an_option_cannot_have_is_refused_with_what_may_stand_there(word: str, expected: str) -> None:
    (problem,) = GAME.rulebook.rules(word)
    assert problem.code == "unknown-option"
    assert expected in str(problem.expected)


@pytest.mark.parametrize(
    ("packs", "cards", "hand"),
    [("packs=4", 216, 36), ("packs=5", 270, 45), ("packs=6 drop=3-5", 252, 42), ("drop=3:10,4:8", 198, 33)],
)
def test_form_is_of_the_cards_that_the_table_has(packs: str, cards: int, hand: int) -> None:
    form = GAME.round_form(GAME.rulebook.rules(packs))
    assert (sum(form.pieces.values()), form.size) == (cards, hand)


def test_hand_that_shows_all_its_cards_was_dealt_no_four_or_kept_none() -> None:
    """GJ-11.3: unseen, but played out."""
    assert told(f"{TABLE} open_without_fours=on", hidden="ABCDE") == (["A", "B", "C", "D", "E"], 3)
    assert told(f"{TABLE} fours_at_once=on", hidden="ABCDEF") == (["A"], 7)


def test_where_an_unseen_hand_may_have_been_dealt_no_four_openings_and_debts_are_not_told() -> None:
    """GJ-11.3: F has not shown its cards."""
    assert told(f"{TABLE} open_without_fours=on", hidden="F") == (None, None)
    made = referee.sheet_of(record(f"{TABLE} open_without_fours=on", hidden="F"))
    assert made.rounds[0].tags["Opened"] == "A B C D E ?"


def test_watchers_are_not_told_who_was_dealt_no_four() -> None:
    watched = record(f"{TABLE} open_without_fours=on")
    match = WatchedMatch(watched)
    match.begin(watched.rounds[0]._replace(moves=()))
    frame: Any = match.frame()
    assert not any(seat["opened"] for seat in frame["seats"])


HANDS = """[Leader "A"]
[Hand.A "3*5 K*16 A*15"]
[Hand.B "4*15 5*15 6*4 2 x"]
[Hand.C "3*6 4 5 6*6 2*15 x*3 X*4"]
[Hand.D "3*3 9*16 T*16 6"]
[Hand.E "3 7*16 8*16 6 J*2"]
[Hand.F "3 J*14 Q*16 A 6*4"]
"""


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        ("qingdao", {"B.mai>A:2", "B.mai>C:2"}),
        ("qingdao buy_price=best", {"B.mai>A:x", "B.mai>C:x"}),
        ("qingdao buy_order=opposite,partner,neighbours", {"B.mai>D:2", "B.mai>D"}),
        ("qingdao buy_from=partner_first", {"B.mai>D"}),
    ],
)
def test_purchases_that_are_offered_are_those_that_the_table_allows(rules: str, offered: set[str]) -> None:
    """GJ-11.5: B has no three, the opposite E one, the partner D three, the neighbours A and C more."""
    dealt = record(rules, HANDS)
    match = MatchReferee(dealt)
    match.begin(dealt.rounds[0])
    assert {token for token in match.offers() if token.startswith("B.mai")} == offered
