"""Wrong seats noticed late: people and tables change places, with what hangs on their seats."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from records.accounts.models import Club
from records.tournament import events, seating
from records.tournament.models import Entrant, Event, EventRound, PlannedSeat, Stage, Table
from tests.records.errors import refused
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(ann: User, event: Event, stage: Stage) -> EventRound:
    seating.draw(ann, event, stage, seating.Order.of({"rounds": 1, "seed": 1}))
    return EventRound.objects.get()


def seats() -> dict[tuple[str, str], str]:
    rows = PlannedSeat.objects.values_list("table__name", "seat", "entrant__name")
    return {(table, seat): name for table, seat, name in rows}


def who(event: Event, table: str, seat: str) -> Entrant:
    return PlannedSeat.objects.get(table__event=event, table__name=table, seat=seat).entrant


@pytest.mark.parametrize(("one", "other"), [(("1", "E"), ("3", "N")), (("2", "E"), ("2", "W"))])
def test_two_people_change_places_and_back(
    ann: User, event: Event, round_: EventRound, one: tuple[str, str], other: tuple[str, str]
) -> None:
    before = seats()
    first, second = who(event, *one), who(event, *other)
    seating.swap_people(ann, event, round_, first, second)
    assert seats() == before | {one: second.name, other: first.name}
    seating.swap_people(ann, event, round_, first, second)
    assert seats() == before


def test_who_sits_out_takes_a_seat(ann: User, event: Event, round_: EventRound) -> None:
    late = events.add_entrant(ann, event, "Late Comer")
    first = who(event, "1", "E")
    seating.swap_people(ann, event, round_, first, late)
    assert who(event, "1", "E") == late
    assert not first.planned_seats.exists()
    with refused("nothing-to-swap", 422):
        seating.swap_people(ann, event, round_, first, first)


def test_two_tables_change_places(ann: User, event: Event, round_: EventRound) -> None:
    before = seats()
    one, other = Table.objects.get(name="1"), Table.objects.get(name="4")
    seating.swap_tables(ann, event, one, other)
    after = seats()
    assert {seat: after["1", seat] for seat in "ESWN"} == {seat: before["4", seat] for seat in "ESWN"}
    assert {seat: after["4", seat] for seat in "ESWN"} == {seat: before["1", seat] for seat in "ESWN"}
    assert {key: name for key, name in after.items() if key[0] in "23"} == {
        key: name for key, name in before.items() if key[0] in "23"
    }
    with refused("nothing-to-swap", 422):
        seating.swap_tables(ann, event, one, one)


def test_names_at_a_table_with_a_match_change_with_the_people(
    ann: User, club: Club, event: Event, stage: Stage, round_: EventRound
) -> None:
    names = {seat: who(event, "1", seat).name for seat in "ESWN"}
    match = upload(club, ann, text(people=list(names.values()), Table="1"))[0]
    table = events.attach_match(ann, event, match, stage, 1, "1")
    assert {seat.seat: seat.name for seat in match.seats.all()} == names
    first, second = who(event, "1", "E"), who(event, "3", "N")
    points = {row.entrant: row.points for row in events.overview_of(event).standings.rows}
    seating.swap_people(ann, event, round_, first, second)
    table.refresh_from_db()
    assert table.seated == {"E": second.name}, "said at the table, before what the record says"
    after = {row.entrant: row.points for row in events.overview_of(event).standings.rows}
    assert after[second.name] == points[first.name] != 0
    assert after[first.name] == 0
    seating.swap_people(ann, event, round_, first, second)
    table.refresh_from_db()
    assert table.seated == {}, "the record says it"


def test_seat_that_a_substitute_left_changes_places_for_both_who_left_it(
    ann: User, event: Event, stage: Stage, round_: EventRound
) -> None:
    gone, there = who(event, "1", "E"), who(event, "4", "E")
    seating.leave(ann, event, gone, stage, 1)
    new = seating.substitute(ann, event, gone, "Sub Stitute")
    seating.leave(ann, event, new, stage, 1)
    seating.swap_tables(ann, event, Table.objects.get(name="1"), Table.objects.get(name="4"))
    seating.come_back(ann, event, gone)
    assert (who(event, "1", "E"), who(event, "4", "E")) == (there, gone)


def test_people_of_whom_the_record_names_one_and_the_plan_the_other_at_a_seat_do_not_change_places(
    ann: User, club: Club, event: Event, stage: Stage, round_: EventRound
) -> None:
    late = events.add_entrant(ann, event, "Late Comer")
    planned = who(event, "1", "E")
    names = [late.name, *(who(event, "1", seat).name for seat in "SWN")]
    events.attach_match(ann, event, upload(club, ann, text(people=names, Table="1"))[0], stage, 1, "1")
    with refused("nothing-to-swap", 422):
        seating.swap_people(ann, event, round_, planned, late)
