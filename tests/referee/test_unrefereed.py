"""Clauses that a table does not have refereed (TBL-17): nobody is accused by them, and all else is judged as ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import referee
from referee.core import registry
from referee.core.match_referee import MatchReferee
from referee.core.record import Record
from referee.core.verdict import NOTE, Verdict, on_trust
from referee.rulebook import Rules
from tests.each import each
from tests.referee.cases import load, name_of, text_of

SICHUAN = '[PPN "1"]\n[Game "sichuan"]\n[Rules "{rules}"]\n{totals}[Round "1"]\n[Dealer "E"]\n{round}\n'
WON = '[Hand.E "?"]\n[Hand.S "234567p45678s77p"]\n[Hand.W "?"]\n[Hand.N "?"]\n[Scores "{scores}"]\nE-9s S.hu:{value}'
"""South wins a plain hand on East's discard: one unit by SCM-4.1."""
THREE_SUITS = "putong unrefereed=SCM-2.2"
HIDDEN = "\n".join(f'[Hand.{seat} "?"]' for seat in "ESWN")


def judged(rules: str, scores: str = "E-1 S+1 W0 N0", value: int = 1, totals: str = "") -> Verdict:
    """The verdict on South's win with these rules and figures."""
    return referee.verify(opened(SICHUAN.format(rules=rules, totals=totals, round=WON.format(scores=scores, value=value))))


def opened(text: str) -> Record:
    record = referee.parse(text)
    assert isinstance(record, Record)
    return record


def accusations(verdict: Verdict) -> list[str]:
    """The codes of the findings that are more than notes."""
    return [finding.code for finding in verdict.all_findings() if finding.severity != NOTE]


def broken() -> Iterator[tuple[str, dict[str, Any], str]]:
    """Every case that breaks a clause which is no part of the notation, with the clause of its first finding."""
    for entry in load("case"):
        clauses = [found.split()[2] for found in entry[1]["findings"]]
        clause = next((clause for clause in clauses if not clause.startswith("PPN-")), None)
        if clause and "unrefereed" not in entry[1].get("rules", ""):
            yield *entry, clause


@each(broken, lambda game, case, clause: f"{name_of(game, case)}: {clause}")
def test_breach_of_an_unrefereed_clause_is_a_note(game: str, case: dict[str, Any], clause: str) -> None:
    record = opened(text_of(game, case))
    verdict = referee.verify(record._replace(rules=f"{record.rules} unrefereed={clause}"))
    found = [finding for finding in verdict.all_findings() if finding.clause == clause]
    assert found
    assert {finding.severity for finding in found} == {NOTE}
    assert (verdict.status == "flagged") == bool(accusations(verdict))
    for round_ in verdict.rounds:
        assert (clause in round_.checked.get("unrefereed", ())) == any(finding.clause == clause for finding in round_.findings)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_clause_of_a_game_but_those_of_the_notation_may_be_left_out(game: referee.Game) -> None:
    ids = [clause.id for clause in game.rulebook if not clause.id.startswith("PPN-")]
    rules = game.rulebook.rules(f"unrefereed={','.join(reversed(ids))}")
    assert isinstance(rules, Rules)
    assert rules.unrefereed == tuple(ids)
    assert game.rulebook.rules(rules.text) == rules
    assert isinstance(game.rulebook.rules("unrefereed=PPN-7"), list)


@pytest.mark.parametrize(
    "text", ["unrefereed=", "unrefereed=SCM-99.1", "unrefereed=SCM-4.1,", "unrefereed=KWX-2.1", "unrefereed=none"]
)
def test_name_of_no_such_clause_is_refused_with_the_option_and_the_clauses_that_there_are(text: str) -> None:
    (finding,) = judged(text).findings
    assert (finding.code, finding.clause, finding.severity) == ("unknown-option", "TBL-17", "record")
    assert str(finding.actual).startswith("unrefereed=")
    assert isinstance(finding.expected, list)
    assert "SCM-4.1" in finding.expected
    assert "PPN-7" not in finding.expected


def test_option_given_twice_is_refused() -> None:
    assert accusations(judged("putong unrefereed=SCM-4.1 unrefereed=SCM-4.2")) == ["unknown-option"]


def test_rules_name_unrefereed_clauses_only_where_there_are_any() -> None:
    rules, plain = judged("putong unrefereed=SCM-4.2,MJ-4.2").rules, judged("putong").rules
    assert rules is not None
    assert plain is not None
    assert rules["options"] == {**plain["options"], "unrefereed": "MJ-4.2,SCM-4.2"}


def test_verdict_is_unchanged_where_nothing_rests_on_the_clause() -> None:
    left_out, plain = judged("putong unrefereed=SCM-4.2").as_dict(), judged("putong").as_dict()
    assert left_out["rounds"] == plain["rounds"]
    assert left_out["status"] == "clean"


@pytest.mark.parametrize("clause", ["SCM-4.1", "SCM-5.1"])
def test_scores_that_rest_on_the_clause_of_a_payment_are_not_checked(clause: str) -> None:
    verdict = judged(f"putong unrefereed={clause}", "E-2 S+2 W0 N0", totals='[Totals "E-2 S+2 W0 N0"]\n')
    rests = clause == "SCM-4.1"
    assert accusations(verdict) == ([] if rests else ["total-mismatch", "score-mismatch"])
    assert on_trust(verdict.rounds[0].as_dict()) == ("part" if rests else "")
    assert verdict.rounds[0].computed == {"E": -1, "S": 1, "W": 0, "N": 0}


def test_value_and_scores_that_rest_on_the_clause_of_a_fan_are_not_checked() -> None:
    (win,) = judged("putong").rounds[0].wins
    clause = win.fans[0].clause
    verdict = judged(f"putong unrefereed={clause}", "E-4 S+4 W0 N0", value=4)
    assert accusations(verdict) == []
    assert verdict.rounds[0].checked["unrefereed"] == [clause]
    assert verdict.rounds[0].wins == (win,)


VALUED = {
    "a limit of fan": ("sichuan", "putong max_fan=2 unrefereed=SCM-3.4", 4),
    "a ladder": ("sichuan", "putong ladder=2,5,10 unrefereed=TBL-14", 4),
    "another value of a fan": ("sichuan", "putong fan.qidui=5 unrefereed=TBL-1", 4),
    "a fan of the table's own": ("sichuan", "putong house.yitiaolong=+1,long_run unrefereed=TBL-2", 8),
    "which reading counts": ("sichuan", "putong unrefereed=MJ-4.4", 8),
    "a cap": ("kawuxing", "suizhou cap=2 unrefereed=KWX-4.20", 4),
    "that big wins are added": ("hengyang", "hengyang birds=0 unrefereed=HYM-4.2", 9),
    "a limit of the club's": ("sbr", "sbr cap=2 unrefereed=SBR-2.4", 8),
    "the order of cap and half": ("luzhou", "luzhou cap=20 unrefereed=LZG-4.9", 20),
}


@pytest.mark.parametrize("shown", ["1133557799p224s", ""], ids=["a shown hand", "an unseen hand"])
@pytest.mark.parametrize(("game", "rules", "value"), VALUED.values(), ids=VALUED)
def test_values_that_rest_on_how_the_game_values_hands_are_not_checked(game: str, rules: str, value: int, shown: str) -> None:
    hand = f'[Shown.S "{shown}"]\n' if shown else ""
    text = f'[PPN "1"]\n[Game "{game}"]\n[Rules "{rules}"]\n[Round "1"]\n[Dealer "W"]\n[Kind "sheet"]\n{hand}E-4s S.hu:{value}\n'
    verdict = referee.verify(opened(text))
    assert accusations(verdict) == []
    assert verdict.rounds[0].checked["unrefereed"] == [rules.rpartition("=")[2]]
    without = accusations(referee.verify(opened(text.replace(f" {rules.split()[-1]}", ""))))
    assert without == ["value-mismatch"] or not shown


@pytest.mark.parametrize(("clause", "rests"), [("SCM-3.1", True), ("SCM-3.4", True), ("SCM-5.1", False)])
def test_what_waits_are_paid_rests_on_how_hands_are_valued(clause: str, rests: bool) -> None:
    ready = '[Kind "sheet"]\n[Scores "E+12 S-4 W-4 N-4"]\n[Shown.E "123456789m1122p"]\n' + "".join(
        f'[Ready.{seat} "no"]\n' for seat in "SWN"
    )
    verdict = referee.verify(opened(SICHUAN.format(rules=f"putong unrefereed={clause}", totals="", round=ready)))
    assert accusations(verdict) == ([] if rests else ["score-mismatch"])
    assert verdict.rounds[0].checked.get("unrefereed", []) == [clause] * rests


def test_score_of_a_seat_that_rests_on_no_such_clause_is_still_checked() -> None:
    assert accusations(judged("putong unrefereed=SCM-4.1", "E-2 S+2 W+1 N-1")) == ["score-mismatch"]
    assert accusations(judged("putong unrefereed=SCM-4.1", value=7)) == ["value-mismatch"]


def test_round_that_halts_by_an_unrefereed_clause_flags_nothing_and_is_not_called_clean() -> None:
    game, case = next(entry for entry in load("case") if entry[1]["name"] == "a discard that is not in the hand")
    record = opened(text_of(game, case))
    verdict = referee.verify(record._replace(rules=f"{record.rules} unrefereed=MJ-2.2"))
    assert (verdict.status, verdict.rounds[0].status, accusations(verdict)) == ("clean", "halted", [])
    assert on_trust(verdict.rounds[0].as_dict()) == "all"


def test_match_in_play_and_its_frames_have_notes_too() -> None:
    record = opened(SICHUAN.format(rules="putong unrefereed=MJ-2.1", totals="", round=f"{HIDDEN}\nE-1m W-2m"))
    match = MatchReferee(record)
    match.begin(record.rounds[0])
    assert [finding.severity for move in record.rounds[0].moves for finding in match.move(move)] == [NOTE]
    assert [found["severity"] for frame in referee.replay(record, 1)[:3] for found in frame["findings"]][:1] == [NOTE]


def test_move_that_breaks_an_unrefereed_clause_alone_is_offered_as_legal() -> None:
    hand = '[Hand.E "?"]\n[Hand.S "11m234567p34555s"]\n[Hand.W "?"]\n[Hand.N "?"]\nE-2s'
    offered = [referee.offers(opened(SICHUAN.format(rules=rules, totals="", round=hand)), 1) for rules in ("putong", THREE_SUITS)]
    assert ["S.hu" in tokens for tokens in offered] == [False, True]
