"""Penalties in the standings by grade, what is proposed by PEN-1 and PEN-3, and reading catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

import referee
from referee.rulebook import CORE
from referee.rulebook.penalties import Had, propose
from referee.rulebook.penalty_reading import JSON, TOML, CatalogueError, read_catalogue
from referee.tournament.ranking.penalties import Penalty, in_force
from referee.tournament.ranking.seat_scores import SeatScores
from referee.tournament.ranking.standings import PLACEMENT, StageRules, Standings, standings

PLACES = StageRules(1, points=PLACEMENT, placement=tuple(map(Fraction, (4, 3, 2, 1))), tie_breaks=("tables-won", "table-points"))
SCORES = StageRules(1, tie_breaks=("tables-won", "table-points"))
NEXT = StageRules(2, carry=Fraction(1, 2), tie_breaks=())
TABLE = (1, 1, "1")


def table(points: Mapping[str, int], stage: int = 1, round_: int = 1, name: str = "1") -> SeatScores:
    sides = frozenset(frozenset({one}) for one in points)
    return SeatScores(stage, round_, name, f"{stage}-{round_}-{name}", points, {}, {}, sides)


def ranked(rules: Any, *penalties: Penalty, tables: Any = None, teams: Any = None) -> Standings:
    played = tables or [table({"A": 30, "B": 10, "C": -10, "D": -30})]
    stages = rules if isinstance(rules, list) else [rules]
    return standings(stages, played, "ABCD", {one: one for one in "ABCD"}, teams, penalties)


def points(found: Standings) -> list[tuple[str, str]]:
    return [(row.entrant, str(row.points)) for row in found.rows]


def penalty(effect: str, amount: str = "0", entrant: str = "A", number: int = 1, place: Any = TABLE, **more: Any) -> Penalty:
    return Penalty(number, entrant, place, effect, Fraction(amount), **more)


@pytest.mark.parametrize(
    ("rules", "effect", "amount", "expected", "taken"),
    [
        (SCORES, "none", "0", "A30 B10 C-10 D-30", "0"),
        (SCORES, "round", "0", "A30 B10 C-10 D-30", "0"),
        (SCORES, "points", "24", "B10 A6 C-10 D-30", "24"),
        (PLACES, "points", "4", "A4 B3 C2 D1", "0"),
        (PLACES, "points", "20", "A7/2 B7/2 C2 D1", "1/2"),
        (PLACES, "points", "24", "B4 A3 C2 D1", "1"),
        (PLACES, "placement", "1/2", "A7/2 B3 C2 D1", "1/2"),
        (SCORES, "placement", "3/2", "A57/2 B10 C-10 D-30", "3/2"),
        (PLACES, "award", "3", "A7 B3 C2 D1", "-3"),
        (PLACES, "match-lost", "0", "B3 C2 D1 A0", "4"),
        (SCORES, "match-lost", "0", "A30 B10 C-10 D-30", "0"),
        (PLACES, "stage-void", "0", "B3 C2 D1 A0", "4"),
        (SCORES, "stage-void", "0", "B10 A0 C-10 D-30", "30"),
        (SCORES, "out", "0", "B10 C-10 D-30", None),
    ],
)
def test_grade_takes_off_what_its_effect_says(
    rules: StageRules, effect: str, amount: str, expected: str, taken: str | None
) -> None:
    found = ranked(rules, penalty(effect, amount))
    assert " ".join(one + many for one, many in points(found)) == expected
    assert {row.entrant: str(row.taken_off) for row in found.rows}.get("A") == taken
    assert found.out == (("A",) if taken is None else ())


def test_points_off_at_a_table_change_its_winner_and_lost_match_is_not_won() -> None:
    won = dict(ranked(SCORES, penalty("points", "24")).rows[0].figures)
    assert won == {"tables-won": 1, "table-points": 10}
    lost = {row.entrant: dict(row.figures)["tables-won"] for row in ranked(PLACES, penalty("match-lost")).rows}
    assert lost == {"A": 0, "B": 0, "C": 0, "D": 0}


def test_void_stage_leaves_others_as_they_were_and_none_of_its_figures() -> None:
    rows = {row.entrant: dict(row.figures) for row in ranked(PLACES, penalty("stage-void")).rows}
    assert rows["A"] == {"tables-won": 0, "table-points": 0}
    assert rows["B"] == {"tables-won": 0, "table-points": 10}


def test_what_is_taken_off_is_carried_over_in_part() -> None:
    tables = [table({"A": 30, "B": -30}), table({"A": 1, "B": -1}, stage=2)]
    found = ranked([SCORES, NEXT], penalty("points", "5"), tables=tables)
    assert (str(found.rows[0].points), str(found.rows[0].taken_off)) == ("27/2", "5/2")


def test_penalty_of_a_table_without_points_counts_once_it_has_some() -> None:
    found = ranked(SCORES, penalty("points", "5"), tables=[table({"A": 3, "B": -3})._replace(points=None)])
    assert points(found)[0] == ("A", "0")
    assert found.provisional


def test_team_bears_what_is_taken_off_its_player() -> None:
    teams = {"A": "Red", "B": "Blue", "C": "Red", "D": "Blue"}
    found = ranked(SCORES, penalty("points", "24"), penalty("placement", "1/2", "B", 2), teams=teams)
    assert [(row.entrant, str(row.points), str(row.taken_off)) for row in found.rows] == [
        ("Red", "-4", "24"),
        ("Blue", "-41/2", "1/2"),
    ]
    assert points(ranked(SCORES, penalty("stage-void"), teams=teams)) == [("Red", "-10"), ("Blue", "-20")]
    assert points(ranked(SCORES, penalty("out"), teams=teams)) == [("Red", "-10"), ("Blue", "-20")]


def test_order_in_which_penalties_are_given_changes_nothing() -> None:
    given = [penalty("points", "5"), penalty("placement", "1", number=2), penalty("points", "3", "B", 3)]
    assert ranked(PLACES, *given) == ranked(PLACES, *reversed(given))


class TestPEN2:
    """A penalty is never changed, only cancelled by a further entry."""

    def test_cancelled_penalty_counts_for_nothing_and_so_does_the_entry_that_cancels(self) -> None:
        given = [penalty("points", "24"), penalty("points", "24", number=2, cancels=1), penalty("points", "2", number=3)]
        assert [one.number for one in in_force(given)] == [3]
        assert points(ranked(SCORES, *given))[0] == ("A", "28")

    def test_without_penalties_a_row_is_what_it_was(self) -> None:
        assert "taken_off" not in ranked(SCORES).rows[0].as_dict()


CATALOGUE = CORE.penalties


def proposed(usual: str, *had: Had, amount: str = "", lapse: bool = True, reminded: bool = False) -> str:
    grade = CATALOGUE.grade(usual)
    assert grade is not None
    found = propose(CATALOGUE, grade, Fraction(amount) if amount else None, had, lapse, reminded)
    return found.grade.code + (f" {found.amount}" if found.amount is not None else "")


class TestEscalation:
    @pytest.mark.parametrize(
        ("usual", "had", "expected"),
        [
            ("warning", [], "warning"),
            ("warning", [Had("warning")], "severe-warning"),
            ("warning", [Had("severe-warning")], "points 1"),
            ("warning", [Had("warning"), Had("severe-warning")], "points 1"),
            ("warning", [Had("severe-warning"), Had("points", Fraction(1))], "points 2"),
            ("warning", [Had("points", Fraction(3))], "warning"),
            ("severe-warning", [Had("severe-warning")], "points 1"),
            ("points", [], "points 1"),
            ("points", [Had("points", Fraction(7))], "points 8"),
            ("points", [Had("points", Fraction(8))], "points 8"),
            ("points-24", [], "points-24 24"),
            ("points-24", [Had("points-24", Fraction(24))], "match-lost"),
            ("placement", [Had("placement", Fraction(1))], "placement 1/2"),
        ],
    )
    def test_grade_proposed_follows_what_was_had_in_the_match(self, usual: str, had: list[Had], expected: str) -> None:
        assert proposed(usual, *had) == expected

    def test_grade_that_stands_in_place_of_the_usual_one_says_so(self) -> None:
        found = propose(CATALOGUE, CATALOGUE.grades[0], None, [Had("warning")])
        assert (found.grade.code, found.instead_of) == ("severe-warning", CATALOGUE.grades[0])


class TestPEN1:
    """Warnings lapse at the end of a match unless the event says otherwise."""

    def test_warning_of_another_match_has_lapsed(self) -> None:
        assert proposed("warning", Had("warning", here=False)) == "warning"

    def test_warning_of_another_match_counts_where_the_event_says_so(self) -> None:
        assert proposed("warning", Had("warning", here=False), lapse=False) == "severe-warning"

    def test_second_24_is_of_the_same_match_whatever_the_event_says(self) -> None:
        assert proposed("points-24", Had("points-24", Fraction(24), here=False), lapse=False) == "points-24 24"


class TestPEN3:
    """After a reminder to all a first offence of that kind counts as a second."""

    def test_first_offence_after_a_reminder_counts_as_a_second(self) -> None:
        assert proposed("warning", reminded=True) == "severe-warning"
        assert proposed("points-24", reminded=True) == "match-lost"
        assert proposed("points", amount="3", reminded=True) == "points 4"

    def test_second_offence_after_a_reminder_is_no_third(self) -> None:
        assert proposed("warning", Had("warning"), reminded=True) == "severe-warning"


class TestCatalogues:
    def test_built_in_one_has_every_grade_and_offence_of_the_rulebook(self) -> None:
        grades = "warning severe-warning points points-24 dead-hand award placement match-lost stage-void suspended banned"
        assert [grade.code for grade in CATALOGUE.grades] == grades.split()
        points, placement = CATALOGUE.grade("points"), CATALOGUE.grade("placement")
        assert points is not None
        assert list(points.amounts) == list(range(1, 9))
        assert placement is not None
        assert " ".join(map(str, placement.amounts)) == "1/2 1 3/2 2"
        assert [clause.id for clause in CATALOGUE.clauses] == ["PEN-1", "PEN-2", "PEN-3"]
        assert all(clause.mark == "T" for clause in CATALOGUE.clauses)

    @pytest.mark.parametrize(
        ("code", "offence", "grade"),
        [
            ("active-pig", "declared-suit-breach", "points-24"),
            ("not-winning", "false-win", "points-24"),
            ("missed-win-lock", "win-against-lock", "points-24"),
            ("must-draw-first", "discard-before-draw", "warning"),
            ("wrong-count", "wrong-count", "dead-hand"),
        ],
    )
    def test_finding_proposes_its_offence(self, code: str, offence: str, grade: str) -> None:
        found = CATALOGUE.proposed_by(code)
        assert found is not None
        assert (found.code, found.grades[0]) == (offence, grade)

    def test_games_have_their_own_or_the_built_in_one(self) -> None:
        own = {game.id for game in referee.games() if game.rulebook.penalties is not CATALOGUE}
        for game in referee.games():
            catalogue = game.rulebook.penalties
            assert catalogue.grades
            assert catalogue.offences
            known = {*game.rulebook.codes}
            if game.id in own:
                assert {code for one in catalogue.offences for code in one.findings} <= known
                assert {one.clause for one in catalogue.offences} <= {*game.rulebook.clauses}

    GRADE = '[[grade]]\ncode = "card"\nname = "Yellow card"\neffect = "none"\n'

    def test_own_catalogue_in_toml_and_json_says_the_same(self) -> None:
        toml = f'{self.GRADE}[[offence]]\ncode = "noise"\nname = {{ zh = "吵鬧", en = "noise" }}\ngrades = ["card"]\n'
        json = (
            '{"grade": [{"code": "card", "name": "Yellow card", "effect": "none"}],'
            ' "offence": [{"code": "noise", "name": {"zh": "吵鬧", "en": "noise"}, "grades": ["card"]}]}'
        )
        assert read_catalogue(toml, TOML) == read_catalogue(json, JSON)

    def test_catalogue_without_grades_has_those_of_the_usual_one(self) -> None:
        found = read_catalogue('[[offence]]\ncode = "noise"\nname = "noise"\ngrades = ["warning"]\n', TOML, CATALOGUE)
        assert (found.grades, len(found.offences)) == (CATALOGUE.grades, 1)

    @pytest.mark.parametrize(
        ("text", "form", "line", "said"),
        [
            ("a = ", TOML, 1, "This is not TOML"),
            ('{"grade":\n ?}', JSON, 2, "This is not JSON"),
            ("[]", JSON, None, "Expected a table of fields, found []"),
            ("", TOML, None, "expected one grade at least"),
            (f"{GRADE}colour = 3\n", TOML, 5, "expected one of the fields"),
            (GRADE.replace('"none"', '"red"'), TOML, 4, "grade.1.effect: expected one of none, round"),
            (GRADE.replace('"none"', '"points"'), TOML, 1, "grade.1.amounts: expected amounts"),
            (f"{GRADE}amounts = [1]\n", TOML, 5, "expected no amounts, found [1]"),
            (GRADE.replace('"none"', '"points"\namounts = ["1/2"]'), TOML, 5, "a whole number from 1"),
            (GRADE.replace('"none"', '"award"\namounts = [2, 1]'), TOML, 5, "the least first"),
            (GRADE.replace('"card"', '"Card!"'), TOML, 2, "a code of lower-case letters"),
            (GRADE * 2, TOML, 6, "a code that is not used yet, found 'card'"),
            (f'{GRADE}after = {{ foul = "card" }}\n', TOML, 5, "one of card, found 'foul'"),
            (f'{GRADE}[[offence]]\ncode = "x"\nname = "x"\ngrades = ["foul"]\n', TOML, 8, "grades, of card, found ['foul']"),
            ('{"grade": [\n{"code": "a",\n"name": "a",\n"effect": "red"}]}', JSON, 4, "expected one of none"),
            ('{"grade": [{"code": "a", "name": "\\ud800", "effect": "none"}]}', JSON, 1, "a text of 200 characters"),
            ('{"grade": [{"code": "a", "name": "a\\u0000", "effect": "none"}]}', JSON, 1, "a text of 200 characters"),
            ("[" * 70_000, JSON, None, "65536 characters at most"),
            ("[" * 60_000, JSON, None, "This is not JSON"),
        ],
    )
    def test_what_is_wrong_is_told_with_its_line(self, text: str, form: str, line: int | None, said: str) -> None:
        with pytest.raises(CatalogueError) as caught:
            read_catalogue(text, form)
        assert caught.value.line == line
        assert said in caught.value.message["en"]
        assert caught.value.message["zh"] != caught.value.message["en"]
