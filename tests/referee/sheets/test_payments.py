"""Who pays whom how much for one hand: a question with ``payments`` is settled as a score sheet of that win."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.core.game.hand_specification import QueryError
from tests.each import each
from tests.referee.cases import load, name_of

HAND = {"game": "sichuan", "hand": "123456789m1234p", "win": "1p"}
BY_WEST = {"winner": "S", "from": "W", "dealer": "E"}
DRAWN = {"winner": "S", "dealer": "E"}
KONG = {**HAND, "hand": "123456789m1p", "melds": ["gang:5555p"], "flags": ["gangshanghua"]}
BIRDS = {"game": "hengyang", "hand": "123456p12378s22s", "win": "9s"}
HORSES = {"game": "kawuxing", "rules": "horses=2", "hand": "123456789s1234p", "win": "1p"}


def paid(query: dict[str, Any], **payments: Any) -> Any:
    """What is answered about the payments."""
    return referee.score({**query, "payments": payments})["payments"]


def scores(query: dict[str, Any], **payments: Any) -> str:
    """Everybody's points as a record writes them."""
    return " ".join(f"{seat}{points:+}" for seat, points in paid(query, **payments)["scores"].items())


@pytest.mark.parametrize(
    ("query", "payments", "told"),
    [
        ({**HAND, "by": "discard"}, BY_WEST, "E+0 S+1 W-1 N+0"),
        (HAND, DRAWN, "E-1 S+3 W-1 N-1"),
        (HAND, {**DRAWN, "base": 5}, "E-5 S+15 W-5 N-5"),
        ({**HAND, "rules": "piao=round"}, {**DRAWN, "piao": {"S": 2, "N": 1}}, "E-3 S+10 W-3 N-4"),
        (HORSES, {**DRAWN, "turned": "9s1s"}, "E-11 S+22 W-11"),
        ({**HORSES, "rules": "dice_double=on"}, DRAWN, "E-1 S+2 W-1"),
        ({**HAND, "hand": "123456789m2344p", "by": "rob"}, BY_WEST, "E+0 S+2 W-2 N+0"),
        (KONG, BY_WEST, "E+0 S+12 W-12 N+0"),
        ({**HAND, "rules": "players=3"}, DRAWN, "E-1 S+2 W-1"),
        (BIRDS, {**DRAWN, "turned": "12p"}, "E-120 S+200 W-40 N-40"),
    ],
    ids=[
        "a discard",
        "an own draw",
        "the base of the table",
        "piao",
        "horses",
        "dice",
        "a robbed kong",
        "a fed kong",
        "three",
        "birds",
    ],
)
def test_points_of_each_seat(query: dict[str, Any], payments: dict[str, Any], told: str) -> None:
    assert scores(query, **payments) == told


def test_lines_name_payer_payee_reason_and_clause_and_leave_out_the_fees_of_kongs() -> None:
    query = {**HAND, "hand": "123456789m1p", "melds": ["angang:5555p"], "by": "discard"}
    assert paid(query, **BY_WEST)["lines"] == [{"from": "W", "to": "S", "points": 2, "reason": "win", "clause": "SCM-4.1"}]


def test_tiles_to_be_turned_are_asked_for() -> None:
    assert "turn" not in paid(HAND, **DRAWN)
    assert paid(HORSES, **DRAWN)["turn"] == 2
    assert scores(HORSES, **DRAWN) == "E-1 S+2 W-1"
    assert paid(BIRDS, **DRAWN) == {"dealer": "E", "base": 10, "scores": {}, "lines": [], "turn": 2}
    with pytest.raises(QueryError, match="expected 2 tiles"):
        paid(HORSES, **DRAWN, turned="9s")


def test_dealer_that_is_not_told_is_the_first_who_can_be() -> None:
    for flags, winner, dealer in (([], "S", "E"), (["tianhu"], "S", "S"), (["dihu"], "E", "S")):
        assert paid({**HAND, "flags": flags}, winner=winner)["dealer"] == dealer
    assert paid({**HAND, "dealer": True}, winner="W")["dealer"] == "W"


def test_hand_that_does_not_win_and_waits_have_no_payments() -> None:
    for query in ({**HAND, "win": "9p"}, {**HAND, "waits": True}):
        assert "payments" not in referee.score({**query, "payments": DRAWN})


@pytest.mark.parametrize(
    ("query", "payments", "told"),
    [
        ({}, "S", "payments: expected {"),
        ({}, {**DRAWN, "winner": "X"}, "“winner”: expected one of E S W N, got “X”"),
        ({}, {"winner": "S", "dealer": "X"}, "“dealer”: expected one of E S W N, got “X”"),
        ({"by": "discard"}, DRAWN, "needs “from”"),
        ({"by": "discard"}, {**BY_WEST, "from": "S"}, "another seat"),
        ({}, BY_WEST, "an own draw has no “from”"),
        (KONG, DRAWN, "who fed the kong"),
        ({}, {**DRAWN, "base": 0}, "a whole number from 1"),
        ({}, {**DRAWN, "piao": {"S": 10}}, "numbers from 0 to 9"),
        ({"dealer": True}, DRAWN, "contradict each other"),
        ({"flags": ["tianhu"]}, DRAWN, "not the dealer"),
    ],
    ids=str,
)
def test_payments_that_cannot_be_read_are_refused(query: dict[str, Any], payments: Any, told: str) -> None:
    with pytest.raises(QueryError, match="(?s).*") as refused:
        referee.score({**HAND, **query, "payments": payments})
    assert told in str(refused.value)
    assert set(refused.value.message) == {"zh", "en"}


WINNING = [entry for entry in load("hand") if entry[1].get("wins", True)]


@each(WINNING, name_of, many=8)
def test_every_worked_hand_is_paid_and_its_value_does_not_change(game: str, case: dict[str, Any]) -> None:
    """The winner gains what the others lose; the sheet finds nothing against a question that was answered."""
    query = {"game": game, "rules": case.get("rules", ""), **case["query"]}
    flags, melds = {*query.get("flags", [])}, " ".join(query.get("melds", []))
    fed = flags & {"gangshanghua", "dice"} and "angang" not in melds and "bugang" not in melds
    seats = {"winner": "E", "dealer": "E" if query.get("dealer", "tianhu" in flags) else "S"}
    if fed or query.get("by", "draw") != "draw":
        seats["from"] = "S"
    answer = referee.score({**query, "payments": seats})
    found = answer.pop("payments")
    assert answer == referee.score(query)
    points = found["scores"]
    assert sum(points.values()) == 0
    assert "turn" in found or points["E"] > 0 >= max(points[seat] for seat in points if seat != "E")
