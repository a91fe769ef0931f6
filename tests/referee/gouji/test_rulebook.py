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
        "side_out": "play",
        "score": "sum",
        "hui4": False,
        "headless": "both",
        "burn_after_yield": False,
        "late_burn": False,
        "headless_burn": True,
        "big_kills": 1,
        "double_fine": False,
        "sweep_tribute": True,
        "buy_from": "opposite",
        "buy4": False,
        "auto_revolution": False,
    }
    chosen = {"bie3": True, "points_mode": "table", "tribute": True, "side_out": "end", "auto_revolution": True}
    assert dataclasses.asdict(qingdao.options) == dataclasses.asdict(charter.options) | chosen


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("charter buy_from=partner_first", ("buy_from=partner_first", "bie3=true")),
        ("qingdao bie3=false buy_from=partner_first", ("buy_from=partner_first", "bie3=true")),
        ("charter buy4=true", ("buy4=true", "bie3=true")),
        ("qingdao points_mode=charter buy4=true", ("buy4=true", "points_mode=table")),
        ("charter score=half", ("score=half", "sum, difference")),
        ("charter big_kills=3", ("big_kills=3", "1, 2")),
        ("charter late_burn=yes", ("late_burn=yes", "true, false")),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(rules: str, names: tuple[str, str]) -> None:
    refused = GJ.rules(rules)
    assert not isinstance(refused, Rules)
    for text in refused[0].message.values():
        assert all(name in text for name in names), text


def test_the_preset_of_qingdao_may_leave_the_threes_out() -> None:
    """Article 27 wants points and kept threes together only as a rule."""
    assert isinstance(GJ.rules("qingdao bie3=false"), Rules)


def test_sets_are_named_with_their_number() -> None:
    message = GJ["GJ-3.4"].raises("does-not-beat").message(seat="D", expected="44xx", actual="666X", count=2)
    assert message["zh"] == "「4 ×2、小花 ×2」掛了 2 張小花，丁家的「6 ×3、大花」所掛的大花滅不了這麼多。"
    assert message["en"].startswith("“4 ×2, small joker ×2” has small jokers attached (2); D's “6 ×3, big joker” has too few")


def test_cards_and_seats_are_said_in_words() -> None:
    message = GJ["GJ-7.8"].raises("tribute-not-highest").message(seat="C", expected="xX", actual="2")
    assert message["zh"] == "丙家該進的是「小花、大花」，卻進了「錢」。"
    assert message["en"] == "C has to pay “small joker, big joker”, not “2”."


def test_scores_are_said_by_team_with_teams_set_apart() -> None:
    message = GJ.raising("score-mismatch").message(expected={"ACE": 4, "BDF": 0}, actual={"ACE": 0, "BDF": 0})
    assert "甲家、丙家、戊家 +4；乙家、丁家、己家 0" in message["zh"]
    assert "A, C, E +4; B, D, F 0" in message["en"]
