"""Every clause's cases, as the games keep them beside their rules: what is found, won, paid, and the hands' values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import referee
from referee.mahjong.rulebook import MJ
from tests.each import each
from tests.referee.cases import ELSEWHERE, OWN_ELSEWHERE, load, name_of, repeated, text_of

ROOT = Path(__file__).parents[2]


@each(lambda: load("case"), name_of)
def test_worked_case_is_judged_as_it_says(game: str, case: dict[str, Any]) -> None:
    record = referee.parse(text_of(game, case))
    verdict = referee.verify(record).rounds[len(case.get("before", ()))]
    said = [f"{finding.move} {finding.code} {finding.clause}" for finding in verdict.findings]
    assert said == case["findings"]
    assert (verdict.status == "halted") == case.get("halted", False)
    if "outcome" in case:
        assert verdict.outcome == case["outcome"]
    if "next_dealer" in case:
        assert verdict.next_dealer == case["next_dealer"]
    if "wins" in case:
        wins = [[win.seat, win.tile, str(win.value), *(fan.code for fan in win.fans)] for win in verdict.wins]
        assert [" ".join(map(str, win)) for win in wins] == case["wins"]
    if "kongs" in case:
        assert [f"{kong.seat} {kong.kind} {kong.tile}" for kong in verdict.kongs] == case["kongs"]
    if "ledger" in case:
        lines = [f"{line.payer} {line.payee} {line.points} {line.reason} {line.clause}" for line in verdict.ledger]
        assert lines == case["ledger"]
    for key in ("places", "opened", "owed"):
        if key in case:
            told = verdict.as_dict()[key]
            assert [str(one) if isinstance(one, str) else " ".join(map(str, one.values())) for one in told] == case[key]
    if "unchecked" in case:
        told = verdict.as_dict()["checked"]["unchecked"]
        assert [" ".join(str(part) for part in one.values() if part) for one in told] == case["unchecked"]
    if "unrefereed" in case:
        assert verdict.checked["unrefereed"] == case["unrefereed"]
    if "scores" in case:
        assert verdict.computed == case["scores"]
    if "rulings" in case:
        assert [f"{ruling.move} {ruling.seat} {ruling.penalty}" for ruling in verdict.penalties] == case["rulings"]
    if "penalties" in case:
        assert [finding.penalty or "" for finding in verdict.findings] == case["penalties"]


@each(lambda: load("text"), name_of)
def test_text_is_read_or_cannot_be_at_the_place_that_it_says(notation: str, case: dict[str, Any]) -> None:
    (record,) = referee.parse_file(repeated(case["text"]).encode())
    verdict = referee.verify(record)
    assert [f"{finding.move} {finding.code} {finding.clause}" for finding in verdict.findings] == case["findings"]
    assert (verdict.status, verdict.rounds) == ("unreadable" if "place" in case else "flagged", ())
    if "place" in case:
        assert [[finding.line, finding.column] for finding in verdict.findings] == [case["place"]]


@each(lambda: load("hand"), name_of)
def test_worked_hand_is_worth_what_it_says(game: str, case: dict[str, Any]) -> None:
    answer = referee.score({"game": game, "rules": case.get("rules", ""), **case["query"]})
    assert answer["wins"] is case.get("wins", True)
    if answer["wins"]:
        assert (answer["value"], [fan["code"] for fan in answer["fans"]]) == (case["value"], case["fans"])
    else:
        assert answer["reason"] == case["reason"]


@pytest.mark.parametrize("clause", OWN_ELSEWHERE)
def test_what_is_held_elsewhere_is_held_by_a_test_that_there_is(clause: str) -> None:
    assert (ROOT / OWN_ELSEWHERE[clause]).is_file()


@pytest.mark.parametrize("game", referee.games(), ids=lambda game: game.id)
def test_every_checked_clause_has_its_cases(game: referee.Game) -> None:
    """A clause that raises findings has a case that raises one of them; every other checked clause has a case at all.

    A clause that games share has it with one of them.
    """
    shared = {clause.id for clause in MJ}
    cases = load("case") + load("hand") + load("text")
    named = {case["clause"] for name, case in cases if name == game.id or case["clause"] in shared}
    raised = {finding.split()[2] for _, case in cases for finding in case.get("findings", [])}
    raised |= {case["clause"] for _, case in cases if "reason" in case}
    own = [clause for clause in game.rulebook if clause.checked and clause.id not in ELSEWHERE]
    assert [clause.id for clause in own if clause.findings and clause.id not in raised] == []
    assert [clause.id for clause in own if not clause.findings and clause.id not in named] == []
