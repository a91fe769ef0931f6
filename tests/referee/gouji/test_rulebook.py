"""The rulebook of gouji: every clause is there, in both languages, in words that read well."""

from __future__ import annotations

import dataclasses

import pytest

from referee.games.gouji.clauses import GJ
from referee.rulebook import Clause, Rules

COUNTS = {1: 4, 2: 6, 3: 5, 4: 9, 5: 5, 6: 4, 7: 9, 8: 4, 9: 1}
"""How many clauses each section has."""


def test_every_clause_is_there() -> None:
    expected = {f"GJ-{section}.{number}" for section, count in COUNTS.items() for number in range(1, count + 1)}
    assert expected == set(GJ.own)


@pytest.mark.parametrize("clause", GJ.own.values(), ids=lambda clause: clause.id)
def test_every_clause_speaks_both_languages(clause: Clause) -> None:
    assert clause.section in GJ.sections
    for text in (clause.zh, *(said["zh"] for said in clause.findings.values())):
        assert any("一" <= character <= "鿿" for character in text)
        assert not set(text) & set(",;!?()"), "full-width punctuation in Chinese"
    for text in (clause.en, *(said["en"] for said in clause.findings.values())):
        assert text.strip().endswith((".", ":"))
        assert not any("一" <= character <= "鿿" for character in text)


def test_presets() -> None:
    charter, qingdao = GJ.rules(""), GJ.rules("qingdao")
    assert isinstance(charter, Rules)
    assert isinstance(qingdao, Rules)
    assert dataclasses.asdict(charter.options) == {
        "bie3": False,
        "points_mode": "off",
        "tribute": False,
        "hui4": False,
        "headless": "both",
        "double_fine": False,
    }
    chosen = dataclasses.asdict(qingdao.options)
    assert (chosen["bie3"], chosen["points_mode"], chosen["tribute"]) == (True, "table", True)


def test_cards_and_seats_are_said_in_words() -> None:
    message = GJ["GJ-7.8"].raises("tribute-not-highest").message(seat="C", expected="xX", actual="2")
    assert message["zh"] == "丙家該進的是小花、大花，卻進了錢。"
    assert message["en"] == "C has to pay small joker, big joker, not 2."


def test_scores_are_said_by_team() -> None:
    message = GJ.raising("score-mismatch").message(expected="ACE+4 BDF0", actual="ACE0 BDF0")
    assert "甲家、丙家、戊家 +4、乙家、丁家、己家 0" in message["zh"]
