"""What rulings make of a verdict: which scores count, what waits for an answer, what a later verdict keeps of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import referee
from referee.core.registry import games
from referee.tournament.ranking.rulings import CORRECTED, OVERRULED, UPHELD, FindingKey, Ruling, findings_of, settle, standing
from referee.tournament.ranking.seat_scores import waiting
from referee.tournament.ranking.summary import Seating, seating_in, seating_of, summary_of
from referee.tournament.ranking.table_result import table_result_of
from tests.each import each
from tests.golden import HOME

ILLEGAL, WRONG, TOTAL = (
    FindingKey(1, 7, "W", "missed-win-lock", "KWX-2.7"),
    FindingKey(1, 9, "", "score-mismatch", "MJ-6.1"),
    (FindingKey(0, 0, "", "total-mismatch", "MJ-6.3")),
)
COMPUTED, CLAIMED, GIVEN = {"E": 4, "S": -4}, {"E": 6, "S": -6}, {"E": 1, "S": -1}

SEVERITIES = {code: severity for game in games() for code, severity in game.rulebook.codes.items()}


def finding(key: FindingKey) -> dict[str, Any]:
    return {**key.as_dict(), "seat": key.seat or None, "severity": SEVERITIES[key.code]}


def verdict(*keys: FindingKey, computed: Mapping[str, int] | None = COMPUTED) -> dict[str, Any]:
    """A verdict of one round with these findings."""
    round_ = {"round": 1, "scores": {"computed": computed, "claimed": CLAIMED}, "wins": [{"seat": "E"}]}
    round_["findings"] = [finding(key) for key in keys if key.round]
    return {
        "findings": [finding(key) for key in keys if not key.round],
        "rounds": [round_],
        "totals": {"computed": computed, "claimed": CLAIMED},
    }


def rule(key: FindingKey, decision: str, scores: Mapping[str, int] | None = None, number: int = 1) -> Ruling:
    return Ruling(number, key, decision, scores)


def test_finding_without_a_ruling_counts_the_computed_scores_and_waits() -> None:
    settled = settle(verdict(WRONG))
    assert settled.rounds == {1: COMPUTED}
    assert settled.unanswered == (WRONG,)


def test_upheld_finding_counts_the_computed_scores() -> None:
    settled = settle(verdict(WRONG), [rule(WRONG, UPHELD)])
    assert (settled.rounds, settled.unanswered, settled.upheld) == ({1: COMPUTED}, (), ())


def test_overruled_finding_on_a_score_counts_the_claimed_scores() -> None:
    assert settle(verdict(WRONG), [rule(WRONG, OVERRULED)]).rounds == {1: CLAIMED}


def test_overruled_finding_on_a_rule_counts_the_computed_scores() -> None:
    settled = settle(verdict(ILLEGAL), [rule(ILLEGAL, OVERRULED)])
    assert (settled.rounds, settled.upheld) == ({1: COMPUTED}, ())


def test_upheld_breach_is_counted() -> None:
    assert settle(verdict(ILLEGAL), [rule(ILLEGAL, UPHELD)]).upheld == (ILLEGAL,)
    assert settle(verdict(ILLEGAL), [rule(ILLEGAL, CORRECTED, GIVEN)]).upheld == (ILLEGAL,)


def test_corrected_scores_count_before_all_others() -> None:
    rulings = [rule(ILLEGAL, CORRECTED, GIVEN), rule(WRONG, OVERRULED, number=2)]
    assert settle(verdict(ILLEGAL, WRONG), rulings).rounds == {1: GIVEN}


def test_later_of_two_corrections_of_a_round_counts() -> None:
    rulings = [rule(WRONG, CORRECTED, GIVEN, 2), rule(ILLEGAL, CORRECTED, COMPUTED, 1)]
    assert settle(verdict(ILLEGAL, WRONG), rulings).rounds == {1: GIVEN}


def test_a_later_ruling_on_the_same_finding_stands() -> None:
    rulings = [rule(WRONG, UPHELD, number=3), rule(WRONG, OVERRULED, number=2)]
    assert standing(rulings) == {WRONG: rulings[0]}
    assert settle(verdict(WRONG), rulings).rounds == {1: COMPUTED}


def test_a_round_without_a_score_waits_for_one_even_without_a_finding() -> None:
    assert settle(verdict(computed=None)).without_score == (1,)
    given = settle(verdict(computed=None), [rule(FindingKey(1), CORRECTED, GIVEN)])
    assert (given.rounds, given.without_score, given.missing) == ({1: GIVEN}, (), ())


def test_a_ruling_on_a_round_as_such_is_missing_once_the_round_has_a_score() -> None:
    ruling = rule(FindingKey(1), CORRECTED, GIVEN)
    settled = settle(verdict(), [ruling])
    assert (settled.rounds, settled.missing) == ({1: COMPUTED}, (ruling,))


def test_claimed_totals_count_where_the_finding_on_them_was_overruled() -> None:
    assert settle(verdict(TOTAL), [rule(TOTAL, OVERRULED)]).totals == CLAIMED
    assert settle(verdict(TOTAL), [rule(TOTAL, UPHELD)]).totals is None


def test_after_another_verdict_a_ruling_speaks_of_the_same_finding_or_is_missing() -> None:
    ruling = rule(ILLEGAL, UPHELD)
    kept = settle(verdict(WRONG, ILLEGAL), [ruling])
    assert (kept.unanswered, kept.missing) == ((WRONG,), ())
    gone = settle(verdict(WRONG), [ruling])
    assert (gone.unanswered, gone.missing, gone.rounds) == ((WRONG,), (ruling,), {1: COMPUTED})


def test_findings_that_are_alike_are_told_apart_by_their_number() -> None:
    assert list(findings_of(verdict(ILLEGAL, ILLEGAL))) == [ILLEGAL, ILLEGAL._replace(nth=2)]
    assert settle(verdict(ILLEGAL, ILLEGAL), [rule(ILLEGAL, UPHELD)]).unanswered == (ILLEGAL._replace(nth=2),)


def judged(name: str) -> tuple[referee.Record, dict[str, Any]]:
    record = referee.parse((HOME / name).read_bytes())
    return record, referee.verify(record).as_dict()


def sitting(record: referee.Record) -> Seating:
    found = seating_of(record)
    assert found is not None
    return found


def test_points_of_a_match_go_to_names() -> None:
    record, document = judged("kawuxing/clean-01.ppn")
    table = table_result_of((1, 2, "3"), "a match", sitting(record), document).played
    totals = document["totals"]["computed"]
    assert table.points == {record.seats[seat]: points for seat, points in totals.items()}
    assert sum(table.wins.values()) == sum(len(round_["wins"]) for round_ in document["rounds"])
    assert table.names == set(record.seats.values())


def test_seat_of_a_team_has_the_points_of_the_team() -> None:
    record, document = judged("gouji/clean-01.ppn")
    table = table_result_of((1, 1, "1"), "a match", sitting(record), document).played
    totals = document["totals"]["computed"]
    assert table.points == {record.seats[seat]: points for side, points in totals.items() for seat in side}
    assert table.side_of(record.seats["A"]) == {record.seats[seat] for seat in "ACE"}
    assert sorted(table.wins.values()) == [4, 4, 4]


def test_given_names_of_seats_overrule_those_of_the_record() -> None:
    record, document = judged("kawuxing/clean-01.ppn")
    table = table_result_of((1, 1, "1"), "a match", sitting(record), document, seated={"E": "Somebody else"}).played
    assert table.points is not None
    assert table.points["Somebody else"] == document["totals"]["computed"]["E"]
    assert record.seats["E"] not in table.names


def test_one_name_at_two_seats_leaves_the_table_undecided() -> None:
    record, document = judged("kawuxing/clean-01.ppn")
    assert (
        table_result_of((1, 1, "1"), "a match", sitting(record), document, seated={"E": record.seats["S"]}).played.points is None
    )


@each(lambda: HOME.glob("*/*.ppn"))
def test_the_summary_of_a_verdict_gives_what_the_record_and_the_verdict_give(path: Path) -> None:
    record = referee.parse(path.read_bytes())
    document = referee.verify(record).as_dict()
    summary = json.loads(json.dumps(summary_of(record, document)))
    place = (1, 1, "1")
    assert seating_in(summary) == sitting(record)
    assert settle(summary) == settle(document)
    played = [table_result_of(place, "a match", sitting(record), said).played for said in (summary, document)]
    assert played[0] == played[1]
    assert [finding["message"] for finding in findings_of(summary).values()] == [
        finding["message"] for finding in findings_of(document).values()
    ]


def test_unreadable_record_names_nobody_at_the_seats() -> None:
    broken = referee.notation.read(referee.notation.Source("[PPN", 1, "ppn"))
    assert seating_in(summary_of(broken, referee.verify(broken).as_dict())) is None


def test_match_that_is_not_judged_gives_names_alone() -> None:
    table = waiting((1, 1, "1"), "a match", ["A", "", "B"])
    assert (table.points, table.names) == (None, {"A", "B"})
