"""Forged matches: the engine finds each forgery first, at its round and move, and nothing in the rounds before it; at tables
that do not have its clause refereed (TBL-17) it accuses nobody."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import referee
from referee.core import registry
from referee.core.record import Record
from referee.core.verdict import NOTE, RoundVerdict, Verdict
from tests.each import each
from tests.oracle import games, part
from tests.oracle.against import by_any_options, found_first
from tests.oracle.mahjong.forgery import Found
from tests.proof import in_round, proof, seeded, seeds

MANY = in_round(4)
"""Seeds that are tried in ``make proof``, whether their matches offer an occasion or not."""
KINDS = [(game, kind) for game in games("forgery") for kind in part(game, "forgery").FORGERIES]
APART = 5
SOME = KINDS[::APART]
"""Those that are forged every time, for both tests."""
CONSEQUENCES = ("sbr",)
"""Games in which a fault has consequences in the play itself, which fall away with its clause."""
VALUING = {
    *("MJ-4.4", "TBL-1", "TBL-2", "TBL-14", "SBR-2.4", "HYM-4.2", "HYM-4.13"),
    *("SCM-3.3", "SCM-3.4", "SCM-3.5", "SCM-3.7"),
    *("KWX-3.3", "KWX-4.17", "KWX-4.18", "KWX-4.19", "KWX-4.20", "KWX-4.21"),
    *("LZG-4.3", "LZG-4.4", "LZG-4.5", "LZG-4.6", "LZG-4.8", "LZG-4.9", "LZG-5.1"),
}
"""The clauses on which the value of every win rests (TBL-17)."""


@cache
def forged(game: str, kind: str) -> tuple[str, Found]:
    """A forgery and its first finding, in the first match that offers an occasion."""
    oracle = part(game, "forgery")
    made = (oracle.forge(seed, kind) for seed in oracle.RARE.get(kind, range(12)))
    found: tuple[str, Found] = next(filter(None, made))
    return found


@each(SOME, "{} {}".format)
def test_forgery_is_the_first_finding(game: str, kind: str) -> None:
    text, finding = forged(game, kind)
    assert found_first(text, finding) == [finding], text


@proof
@seeded
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_forgery_in_many_matches_is_the_first_finding(game: str, kind: str) -> None:
    """And where none of the many offers an occasion, in one that does."""
    made = (part(game, "forgery").forge(seed, kind) for seed in MANY)
    for text, finding in [*filter(None, made)] or [forged(game, kind)]:
        assert found_first(text, finding) == [finding], text


def opened(text: str) -> Record:
    record = referee.parse(text)
    assert isinstance(record, Record)
    return record


def without(record: Record, *clauses: str) -> Verdict:
    """The verdict at a table that does not have these clauses refereed."""
    return referee.verify(record._replace(rules=f"{record.rules} unrefereed={','.join(clauses)}"))


def account(round_: RoundVerdict, clause: str = "") -> dict[str, Any]:
    """What a verdict says of a round beside what it thinks of it; without its scores, where they rest on this clause."""
    document = round_.as_dict()
    checked: Any = document["checked"]
    found: Any = document["findings"]
    if clause in [line.clause for line in round_.ledger]:
        found = [one for one in found if one["code"] != "score-mismatch"]
    told = {**document, "checked": {**checked, "unrefereed": None}, "findings": [(one["move"], one["code"]) for one in found]}
    return {key: value for key, value in told.items() if key not in ("status", "offenders")}


@each(KINDS, "{} {}".format, many=APART)
def test_forgery_of_an_unrefereed_clause_accuses_nobody_and_changes_nothing_else(game: str, kind: str) -> None:
    text, finding = forged(game, kind)
    record = opened(text)
    plain = referee.verify(record)
    clause = next(one.clause for one in plain.all_findings() if (one.round, one.move, one.code) == finding)
    if clause.startswith("PPN-"):
        return
    verdict = without(record, clause)
    found = [one for one in verdict.all_findings() if one.clause == clause]
    assert finding in [(one.round, one.move, one.code) for one in found], text
    assert {one.severity for one in found} == {NOTE}, text
    if game not in CONSEQUENCES:
        with_it, without_it = ([account(one, clause) for one in each.rounds] for each in (plain, verdict))
        assert without_it == with_it, text


@pytest.mark.parametrize("some", seeds(2, 8, 6))
@pytest.mark.parametrize("game", games("match"))
def test_claims_that_rest_on_an_unrefereed_clause_are_free_and_all_others_are_held(game: str, some: range) -> None:
    """Of one round's scores one is raised and another lowered: that is found, unless both rest on the clause (TBL-17)."""
    found = registry.find(game)
    assert found
    for seed in some:
        dice, record = random.Random(f"{game} {seed} unrefereed"), opened(by_any_options(game, seed).text())
        plain: Any = referee.verify(record).as_dict()
        lines = {one["clause"] for round_ in plain["rounds"] for one in round_.get("ledger", ())}
        fans = {fan["clause"] for round_ in plain["rounds"] for win in round_.get("wins", ()) for fan in win["fans"]}
        known = {clause for clause in lines | fans if not clause.startswith("PPN-")}
        clause = dice.choice(sorted(known or {"MJ-3.1"} & set(found.rulebook.clauses) or {"GJ-2.1"}))
        verdict = without(record, clause)
        assert verdict.status == "clean", f"seed {seed}"
        assert list(map(account, verdict.rounds)) == [account_of(round_) for round_ in plain["rounds"]], f"seed {seed}"
        for round_ in record.rounds:
            if round_.scores:
                one, other = dice.sample(sorted(round_.scores), 2)
                scores = {**round_.scores, one: round_.scores[one] + 1, other: round_.scores[other] - 1}
                rounds = tuple(each._replace(scores=scores) if each is round_ else each for each in record.rounds)
                document = next(each for each in plain["rounds"] if each["round"] == round_.number)
                held = {one, other} - resting(document, clause, clause in fans)
                told = without(record._replace(rounds=rounds, totals=None), clause)
                codes = [finding.code for finding in told.all_findings()]
                assert codes == (["score-mismatch"] if held else []), f"seed {seed}"


def account_of(round_: dict[str, Any]) -> dict[str, Any]:
    """The same of a document in which nothing was found."""
    return {key: value for key, value in round_.items() if key != "status"} | {
        "checked": {**round_["checked"], "unrefereed": None}
    }


def resting(round_: dict[str, Any], clause: str, is_fan: bool) -> set[str]:
    """The seats whose scores rest on a clause: on lines by it, on wins and on waits that it may value."""
    wins = [
        (win["move"], win["seat"])
        for win in round_.get("wins", ())
        if clause in VALUING or clause in [fan["clause"] for fan in win["fans"]]
    ]
    lines = [
        one
        for one in round_.get("ledger", ())
        if one["clause"] == clause
        or (one["move"], one["to"]) in wins
        or (one["reason"] == "ready-check" and (clause in VALUING or is_fan))
    ]
    return {seat for line in lines for seat in (line["from"], line["to"])}
