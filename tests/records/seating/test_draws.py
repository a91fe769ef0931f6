"""Drawing rounds of an event: looked at, written, undone until they have begun; and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from records.accounts.models import AuditEntry, Club
from records.core.errors import Refusal
from records.tournament import events, seating
from records.tournament.models import Entrant, Event, EventRound, PlannedSeat, Stage
from records.tournament.seating import Order
from records.tournament.seating.drawing import Layout
from records.tournament.seating.orders import rounds_before
from tests.each import refusals
from tests.records.errors import refused
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db


def order(**given: Any) -> Order:
    return Order.of({"seed": 5, **given})


def seats(event: Event) -> set[tuple[int, str, str, str]]:
    """Round, table, seat and name of every planned seat."""
    rows = PlannedSeat.objects.filter(table__event=event)
    return set(rows.values_list("table__round__number", "table__name", "seat", "entrant__name"))


def test_drawing_is_written_as_it_was_looked_at(ann: User, event: Event, stage: Stage) -> None:
    shown = seating.preview(event, stage, order(rounds=3))
    assert not PlannedSeat.objects.exists(), "looking writes nothing"
    drawn = seating.draw(ann, event, stage, order(rounds=3), shown.digest)
    planned = {
        (number, str(at), seat, shown.people[key].name)
        for number, tables in enumerate(shown.found.rounds, 1)
        for at, table in enumerate(tables, 1)
        for seat, key in zip("ESWN", table, strict=True)
    }
    assert seats(event) == planned
    assert len(planned) == 3 * 16
    assert (drawn.first, drawn.last, drawn.seed, drawn.method) == (1, 3, 5, "unmet")
    assert drawn.counts["repeats"] == 0
    assert drawn.option("layout") == "sichuan:ESWN"


def test_drawing_that_changed_meanwhile_is_not_written(ann: User, event: Event, stage: Stage, entrants: list[Entrant]) -> None:
    digest = seating.preview(event, stage, order()).digest
    seating.leave(ann, event, entrants[0], stage, 1)
    with refused("seating-changed", 409):
        seating.draw(ann, event, stage, order(sit_out=True), digest)
    assert not PlannedSeat.objects.exists()


def test_next_drawing_knows_who_met_before(ann: User, event: Event, stage: Stage) -> None:
    for _ in range(3):
        last = seating.draw(ann, event, stage, order(rounds=1))
    assert (last.first, last.counts["repeats"]) == (3, 0)


def test_record_says_who_met_before_the_plan_does(ann: User, club: Club, event: Event, stage: Stage) -> None:
    seating.draw(ann, event, stage, order(rounds=1, seed=1))
    sitting = [who for _, who in seating.plan_of(event).rounds[0].tables[0].seats if who]
    late = events.add_entrant(ann, event, "Late Comer")
    names = [late.name, *(one.name for one in sitting[1:])]
    events.attach_match(ann, event, upload(club, ann, text(people=names, Table="1"))[0], stage, 1, "1")
    [before] = rounds_before(events.overview_of(event), Layout("ESWN", tuple("ESWN")))
    assert before[0] == (late.pk, *(one.pk for one in sitting[1:]))


def test_rounds_are_undone_from_one_on_until_they_begin(ann: User, club: Club, event: Event, stage: Stage) -> None:
    drawn = seating.draw(ann, event, stage, order(rounds=4))
    before = seats(event)
    assert seating.undo(ann, event, stage, 3) == 2
    assert {row[0] for row in seats(event)} == {1, 2}
    drawn.refresh_from_db()
    assert (drawn.undone_from, list(drawn.stands)) == (3, [1, 2])
    assert seats(event) < before
    again = seating.draw(ann, event, stage, order(rounds=2, seed=6))
    assert (again.first, again.last) == (3, 4)
    match = upload(club, ann, text(Table="1"))[0]
    events.attach_match(ann, event, match, stage, 3, "1")
    assert seating.has_begun(EventRound.objects.get(number=3))
    assert not seating.has_begun(EventRound.objects.get(number=4))
    with refused("round-begun", 409):
        seating.undo(ann, event, stage, 2)
    assert seating.undo(ann, event, stage, 4) == 1
    with refused("not-found", 404):
        seating.undo(ann, event, stage, 4)
    entries = AuditEntry.objects.filter(action__startswith="event.draw").order_by("number")
    assert [entry.action for entry in entries] == ["event.draw", "event.draw.undo"] * 2
    assert '"seed": 5' in entries[0].details


@refusals(
    ("given", "code", "words"),
    [
        ({"method": "magic"}, "invalid", "method: expected unmet"),
        ({"rounds": "51"}, "invalid", "rounds: expected 1–50, found “51”"),
        ({"seed": "x"}, "invalid", "seed"),
        ({"layout": "chess:WB"}, "unknown-layout", "sichuan:ESWN"),
        ({"tables": "3"}, "seating-too-many", "16 people are more than 3 tables of 4 hold: 4 too many"),
        ({"method": "groups", "groups": "5"}, "seating-too-many-groups", "at most 4 groups"),
        ({"method": "teams"}, "seating-no-sides", "Everybody plays alone"),
        ({"who": "best", "places": 4}, "seating-no-standings", "no standings"),
        ({"method": "prescribed"}, "seating-prescription", "Paste the plan"),
        ({"method": "prescribed", "plan": "x" * 100_001}, "invalid", "plan"),
    ],
)
def test_order_that_cannot_be_carried_out_is_refused(
    event: Event, stage: Stage, given: dict[str, Any], code: str, words: str
) -> None:
    with pytest.raises(Refusal) as caught:
        seating.preview(event, stage, order(**given))
    assert caught.value.code == code
    assert words in caught.value.message.texts()["en"]


def test_uneven_people_are_told_of_with_figures_and_a_proposal(ann: User, event: Event, stage: Stage) -> None:
    seating.enter_people(ann, event, "Late Comer")
    with pytest.raises(Refusal) as caught:
        seating.preview(event, stage, order())
    assert caught.value.code == "seating-uneven"
    figures = {"people": 17, "seats": 4, "tables": 4, "over": 1, "missing": 3}
    assert figures.items() <= caught.value.facts.items()
    assert "Add 3 substitutes, or let 1 sit out in turn." in caught.value.message.texts()["en"]
    shown = seating.preview(event, stage, order(sit_out=True, rounds=3))
    assert [len(out) for out in shown.sitting_out()] == [1, 1, 1]
    for number in range(3):
        seating.add_house(ann, event, f"House {number}")
    assert len(seating.preview(event, stage, order()).found.rounds[0]) == 5


def test_prescribed_plan_is_read_by_numbers_and_names(ann: User, event: Event, stage: Stage) -> None:
    plan = "1-2-3-4, 5-6-7-8, 9-10-11-12, 13-14-15-16\n2, 1, Person 01, person 05, 9, 13\n"
    seating.draw(ann, event, stage, order(method="prescribed", plan=plan))
    assert (1, "1", "S", "Person 02") in seats(event)
    assert {row[2:] for row in seats(event) if row[0] == 2} == {
        ("E", "Person 01"),
        ("S", "Person 05"),
        ("W", "Person 09"),
        ("N", "Person 13"),
    }


def test_faults_of_a_prescribed_plan_are_told_line_by_line(event: Event, stage: Stage) -> None:
    plan = "1-2-3-4, 5-6-7-99\nsomething\n2, 1, 1, 2, 3\n2, 1, 5, 6, 7, 5"
    with pytest.raises(Refusal) as caught:
        seating.preview(event, stage, order(method="prescribed", plan=plan))
    said = caught.value.message.texts()["en"]
    assert "Line 1: nobody on the list is “99”" in said
    assert "Line 2: neither the tables of a round" in said
    assert "Line 3: 3 people at this table" in said
    assert "Line 4: this table of this round was given before: 2, 1" in said
    assert "Person 05 is there twice in one round" in said


def test_best_of_the_standings_go_on(ann: User, club: Club, event: Event, stage: Stage) -> None:
    events.change(ann, event, open=True)
    match = upload(club, ann, text(Table="1"))[0]
    events.attach_match(ann, event, match, stage, 1, "1")
    final = events.add_stage(ann, event, name="Final", tag="Final")
    with refused("seating-no-groups", 409):
        seating.preview(event, final, order(who="groups"))
    shown = seating.preview(event, final, order(who="best", places=4))
    assert {one.name for one in shown.people.values()} == {seat.name for seat in match.seats.all()}


def test_winners_of_the_tables_go_on_in_a_knockout(ann: User, club: Club, event: Event, stage: Stage) -> None:
    seating.draw(ann, event, stage, order(method="groups", groups=4))
    final = events.add_stage(ann, event, name="Final", tag="Final")
    for one in seating.plan_of(event).rounds[0].tables:
        names = [who.name for _, who in one.seats if who]
        match = upload(club, ann, text(people=names, Table=one.table.name))[0]
        events.attach_match(ann, event, match, stage, 1, one.table.name)
    played = [one.scores for one in events.overview_of(event).tables if one.scores]
    scores = {name: points for one in played for name, points in (one.points or {}).items()}
    assert len(scores) == 16
    shown = seating.preview(event, final, order(who="groups", places=1))
    tables = [{who.name for _, who in one.seats if who} for one in seating.plan_of(event).rounds[0].tables]
    assert {one.name for one in shown.people.values()} == {max(table, key=lambda name: scores[name]) for table in tables}
