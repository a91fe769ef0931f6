"""Every clause's cases, as the games keep them beside their rules: what is found, won, paid, and the hands' values."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from tests.referee.cases import load, name_of, text_of


@pytest.mark.parametrize("entry", load("case"), ids=name_of)
def test_case(entry: tuple[str, dict[str, Any]]) -> None:
    game, case = entry
    record = referee.parse(text_of(game, case))
    verdict = referee.verify(record).rounds[0]
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


@pytest.mark.parametrize("entry", load("hand"), ids=name_of)
def test_hand(entry: tuple[str, dict[str, Any]]) -> None:
    game, case = entry
    answer = referee.score({"game": game, "rules": case.get("rules", ""), **case["query"]})
    assert answer["wins"] is case.get("wins", True)
    if answer["wins"]:
        assert (answer["value"], [fan["code"] for fan in answer["fans"]]) == (case["value"], case["fans"])
    else:
        assert answer["reason"] == case["reason"]
