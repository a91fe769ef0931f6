"""What of an answer is free, and what is not."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from conformance.comparison import ALL_PARTS, CITES, Malformed, differences

FINDINGS = [
    {"move": 2, "code": "que-missing", "clause": "SBR-2.1", "seat": "E"},
    {"move": 2, "code": "que-missing", "clause": "SBR-2.1", "seat": "N"},
    {"move": 9, "code": "not-winning", "clause": "SBR-2.2", "seat": "S"},
]
FANS = [{"code": "gang", "value": 1, "clause": "SBR-5.2"}, {"code": "qidui", "value": 2, "clause": "SBR-5.1"}]
WIN = {"seat": "S", "from": "E", "by": "discard", "tile": "3p", "move": 9, "value": 4, "fans": FANS}
LEDGER = [
    {"from": "E", "to": "S", "points": 4, "reason": "win", "clause": "SBR-6.1", "move": 9},
    {"from": "W", "to": "S", "points": 2, "reason": "kong", "clause": "SBR-6.1", "move": 4},
]
ROUND = {
    "round": 1,
    "status": "flagged",
    "outcome": "win",
    "next_dealer": "S",
    "findings": FINDINGS,
    "wins": [WIN],
    "kongs": [],
    "ledger": LEDGER,
    "scores": {"computed": {"E": -4, "S": 6, "W": -2, "N": 0}},
}
EXPECTED: dict[str, Any] = {"status": "flagged", "findings": [], "rounds": [ROUND], "totals": {"computed": None}}


def parts(answer: dict[str, Any], expected: dict[str, Any] = EXPECTED, tells: Any = ALL_PARTS) -> list[str]:
    """The parts in which an answer differs."""
    return [one.part for one in differences("verify", expected, answer, tells)]


def changed(**members: Any) -> dict[str, Any]:
    """The expected answer, its round with other members."""
    answer = deepcopy(EXPECTED)
    answer["rounds"][0].update(members)
    return answer


def test_texts_other_members_and_the_order_of_equal_things_are_free() -> None:
    answer = changed(
        findings=[{**one, "message": {"en": "…"}, "line": 3} for one in FINDINGS[1::-1] + FINDINGS[2:]],
        wins=[{**WIN, "fans": [{**fan, "name": "番"} for fan in reversed(FANS)]}],
        scores={"computed": {"N": 0, "W": -2, "S": 6, "E": -4}, "claimed": {"E": 0}},
        checked={"hands": True},
    )
    assert parts({**answer, "engine": "9", "record_sha256": "0"}) == []


def test_payment_may_be_split_over_lines_and_one_of_nothing_may_stand() -> None:
    split = [{**LEDGER[0], "points": 1}, {**LEDGER[0], "points": 3}, LEDGER[1], {**LEDGER[1], "to": "N", "points": 0}]
    assert parts(changed(ledger=split)) == []


@pytest.mark.parametrize(
    ("members", "part"),
    [
        ({"ledger": [{**LEDGER[0], "points": 5}, LEDGER[1]]}, "ledger of round 1"),
        ({"ledger": [{**LEDGER[0], "reason": "gift"}, LEDGER[1]]}, "ledger of round 1"),
        ({"ledger": [{**LEDGER[0], "move": 8}, LEDGER[1]]}, "ledger of round 1"),
        ({"wins": [{**WIN, "value": 8}]}, "won of round 1"),
        ({"wins": []}, "won of round 1"),
        ({"scores": {"computed": {"E": -4, "S": 6, "W": -2}}}, "scores of round 1"),
        ({"scores": {"computed": None}}, "scores of round 1"),
        ({"next_dealer": None}, "dealers of round 1"),
        ({"outcome": "drawn"}, "outcome of round 1"),
        ({"status": "halted"}, "states of round 1"),
        ({"findings": [*FINDINGS, {**FINDINGS[2], "seat": "W"}]}, "findings"),
        ({"findings": [{**one, "clause": "SBR-9.9"} for one in FINDINGS[:2]] + FINDINGS[2:]}, "first findings"),
    ],
)
def test_codes_clauses_moves_seats_points_and_values_are_not_free(members: dict[str, Any], part: str) -> None:
    assert " ".join(parts(changed(**members))) == part


def test_program_without_codes_clauses_or_moves_is_compared_without_them() -> None:
    bare = changed(
        findings=[{name: one[name] for name in ("move", "seat")} for one in FINDINGS],
        ledger=[{name: line[name] for name in ("from", "to", "points", "reason")} for line in LEDGER],
        wins=[{**WIN, "fans": [{"code": fan["code"], "value": fan["value"]} for fan in FANS]}],
    )
    assert parts(bare, tells=ALL_PARTS - set(CITES)) == []


def test_first_finding_of_several_at_a_move_may_be_any_of_them() -> None:
    answer = changed(findings=[{"move": 2, "code": "active-pig", "clause": "SBR-2.3", "seat": "E"}, *FINDINGS[1:]])
    known = {"first": {"round": 1, "move": 2, "code": "que-missing"}}
    assert parts(answer, known) == []
    assert parts(answer, {"first": {"round": 1, "move": 3, "code": "que-missing"}}) == ["first"]
    assert parts(answer, {"first": None}) == ["first"]


def test_line_and_column_count_where_a_text_cannot_be_read_and_nowhere_else() -> None:
    found = {"code": "syntax", "clause": "PPN-1", "line": 4, "column": 6}
    unreadable: dict[str, Any] = {"status": "unreadable", "findings": [found], "rounds": [], "totals": {"computed": None}}
    assert parts(unreadable, unreadable) == []
    assert parts({**unreadable, "findings": [{**found, "column": 7}]}, unreadable) == ["location"]
    assert parts({**unreadable, "findings": [{**found, "column": 7}]}, unreadable, ALL_PARTS - {"location"}) == []
    with pytest.raises(Malformed, match="location: KeyError"):
        parts({**unreadable, "findings": [{"code": "syntax", "clause": "PPN-1"}]}, unreadable)
    assert parts({**EXPECTED, "status": "clean"}, unreadable)[:2] == ["status", "location"]


def test_only_what_the_suite_knows_is_compared() -> None:
    assert parts(EXPECTED, {"rounds": [{"round": 1, "scores": ROUND["scores"]}]}) == []


def test_part_that_an_answer_lacks_differs_and_no_answer_is_malformed() -> None:
    assert parts({name: EXPECTED[name] for name in ("findings", "rounds", "totals")}) == ["status"]
    with pytest.raises(Malformed, match="expected an object"):
        differences("verify", EXPECTED, ["clean"], ALL_PARTS)


@pytest.mark.parametrize("members", [{"findings": 7}, {"wins": [7]}, {"ledger": [{}]}, {"scores": 7}])
def test_part_of_another_form_is_malformed(members: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        parts(changed(**members))


def test_hand_that_does_not_win_differs_from_one_that_does() -> None:
    won = {"wins": True, "value": 4, "fans": FANS}
    lost = {"wins": False, "reason": "three-suits"}
    assert [one.part for one in differences("score", won, lost, ALL_PARTS)] == ["wins", "value", "fans"]
    assert differences("score", lost, {**lost, "clause": "SCM-2.2"}, ALL_PARTS) == []
