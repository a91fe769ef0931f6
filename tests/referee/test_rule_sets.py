"""The rule sets that people play by: every line is read, every difference has an option, worked cases stand with the games."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.rulebook import Rules
from scripts import rule_sets
from scripts.rule_sets import RuleSet
from tests.each import each
from tests.referee.cases import load, name_of

SETS = rule_sets.sets()
LETTERS = rule_sets.letters()
LINES = [(one, line) for one in SETS for line in one.lines]
CASES = [entry for entry in load("case") + load("hand") if "set" in entry[1]]
WORKED = {
    **{"G5": 5, "H1": 5, "K6": 4, "K7": 7, "K9": 10, "K10": 6, "K11": 5, "K12": 8},
    **{"L4": 3, "S1": 8, "S7": 5, "S8": 5, "X1": 5, "X2": 7, "X4": 8},
}
"""The sets of which worked cases are known, and how many."""


@pytest.mark.parametrize(("one", "line"), LINES, ids=lambda some: some.name if isinstance(some, RuleSet) else "")
def test_line_of_a_set_is_read_and_written_back(one: RuleSet, line: str) -> None:
    rules = one.book.rules(line)
    assert isinstance(rules, Rules), [problem.message["en"] for problem in rules]
    record = referee.parse(f'[PPN "1"]\n[Game "{one.game}"]\n[Rules "{line}"]\n')
    assert one.book.rules(referee.parse(referee.write(record)).rules) == rules


@pytest.mark.parametrize("one", SETS, ids=lambda one: one.name)
def test_what_a_set_has_beside_the_game_is_answered_by_an_option_of_the_game_or_told_as_lost(one: RuleSet) -> None:
    unanswered = [name for name in one.letters if not LETTERS[name].of(one.book)]
    assert [name for name in unanswered if name not in one.unsaid] == []
    assert not one.unsaid or one.lost


def test_every_option_that_answers_is_one_of_a_game_and_its_clause_is_known() -> None:
    books = [one.book for one in SETS]
    for letter in LETTERS.values():
        assert all(any(letter._replace(options=(name,)).of(book) for book in books) for name in letter.options), letter
        assert any(letter.clause in book.clauses for book in books), letter


@pytest.mark.parametrize("game", dict.fromkeys(one.game for one in SETS))
def test_case_beside_the_game_shows_what_each_option_changes_that_its_sets_have(game: str) -> None:
    cases = [case for name, case in load("case") + load("hand") if name == game and "set" not in case]
    shown = {word.partition("=")[0].partition(".")[0] for case in cases for word in case.get("rules", "").split()}
    had = dict.fromkeys(name for one in SETS if one.game == game for name in one.letters if name not in one.unsaid)
    assert [name for name in had if not shown & set(LETTERS[name].options)] == []


def test_thirty_of_the_sets_are_said_without_loss() -> None:
    assert len(SETS) == 43
    assert sum(not one.lost for one in SETS) >= 30


@pytest.mark.parametrize("one", [one for one in SETS if not one.lost], ids=lambda one: one.name)
def test_set_that_is_said_without_loss_is_a_preset(one: RuleSet) -> None:
    def told(words: str) -> object:
        rules = one.book.rules(words)
        assert isinstance(rules, Rules)
        return rules.options, rules.own

    assert told(one.lines[0]) in [told(preset.name) for preset in one.book.presets]


def test_each_set_has_all_its_worked_cases() -> None:
    assert {name: sum(case["set"] == name for _, case in CASES) for name in WORKED} == WORKED


@each(CASES, name_of)
def test_worked_case_of_a_set_is_played_by_its_line(game: str, case: dict[str, Any]) -> None:
    """`but` names the options in which the case differs: what its hand or round is worth is held by test_cases."""
    (one,) = (some for some in SETS if some.name == case["set"])
    assert one.game == game
    changed = set(case["rules"].split()) ^ set(one.lines[0].split())
    assert {word.partition("=")[0] for word in changed} == set(case.get("but", "").split())
