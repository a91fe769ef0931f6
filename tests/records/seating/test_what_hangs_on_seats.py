"""What hangs on planned seats: penalties and appeals keep their tables, and move along with people who change places."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.contrib.auth.models import User

from records.accounts.models import Club
from records.tournament import appeals, events, penalties, seating
from records.tournament.models import Entrant, Event, EventRound, Penalty, PlannedSeat, Stage, Table
from tests.records.errors import refused
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(ann: User, event: Event, stage: Stage) -> EventRound:
    seating.draw(ann, event, stage, seating.Order.of({"rounds": 1, "seed": 1}))
    return EventRound.objects.get()


def who(table: str, seat: str = "E") -> Entrant:
    return PlannedSeat.objects.get(table__name=table, seat=seat).entrant


def at(name: str) -> Table:
    return Table.objects.select_related("event", "round__stage", "match").get(name=name)


def penalised(ann: User, event: Event, grade: str = "warning", amount: str = "") -> Penalty:
    return penalties.give(ann, event, who("1"), grade, table=at("1"), reason="as seen", amount=amount)


@pytest.mark.parametrize("objected", [False, True])
def test_table_with_a_penalty_or_an_appeal_is_not_removed_in_any_way(
    ann: User, event: Event, stage: Stage, round_: EventRound, objected: bool
) -> None:
    given = penalised(ann, event)
    if objected:
        appeals.make(events.SeatLink(at("1"), "E"), "E", f"penalty:{given.number}", "I was not even there")
    with refused("table-has-penalties", 409):
        seating.undo(ann, event, stage, 1)
    with refused("table-has-penalties", 409):
        events.remove_table(ann, at("1"))
    events.add_stage(ann, event, name="Final", tag="final")
    with refused("table-has-penalties", 409):
        events.remove_stage(ann, stage)
    assert [one.place for one in events.overview_of(event).penalties] == [(1, 1, "1")]


def test_penalty_counts_at_the_table_where_its_entrant_sat_after_people_change_places(
    ann: User, club: Club, event: Event, stage: Stage, round_: EventRound
) -> None:
    for name in "13":
        sitting = [who(name, seat).name for seat in "ESWN"]
        events.attach_match(ann, event, upload(club, ann, text(people=sitting, Table=name))[0], stage, 1, name)
    one, other = who("1"), who("3", "N")
    penalised(ann, event, "points", "2")
    seating.swap_people(ann, event, round_, one, other)
    overview = events.overview_of(event)
    assert [(penalty.entrant, penalty.place) for penalty in overview.penalties] == [(one.name, (1, 1, "3"))]
    free = {row.entrant: row.points for row in overview.standings.rows}
    objected = appeals.make(events.SeatLink(at("3"), "N"), "N", "penalty:1", "It was not me")
    assert objected.entrant == one, "where they sat"
    seating.swap_people(ann, event, round_, one, other)
    assert [penalty.place for penalty in events.overview_of(event).penalties] == [(1, 1, "1")]
    penalties.cancel(ann, event, 1, "enough")
    seating.swap_people(ann, event, round_, one, other)
    after = {row.entrant: row.points for row in events.overview_of(event).standings.rows}
    assert after[one.name] - free[one.name] == Fraction(2)


class TestMatchesWithoutATable:
    """Records attach by themselves to the tables at which their people are planned."""

    @pytest.fixture
    def drawn(self, ann: User, event: Event, stage: Stage) -> Event:
        seating.draw(ann, event, stage, seating.Order.of({"rounds": 2, "seed": 1}))
        return event

    def people(self, round_: int, table: str) -> list[str]:
        rows = PlannedSeat.objects.filter(table__round__number=round_, table__name=table).order_by("id")
        return list(rows.values_list("entrant__name", flat=True))

    @pytest.mark.parametrize("tags", [{}, {"Table": "3"}])
    def test_match_goes_to_the_round_and_table_of_its_people(
        self, ann: User, club: Club, drawn: Event, tags: dict[str, str]
    ) -> None:
        for number in (2, 1):
            sitting = [name.upper() for name in self.people(number, "3")]
            [match] = upload(club, ann, text(people=sitting, event="Cup", **tags))
            found = Table.objects.select_related("round").get(match=match)
            assert (found.round.number, found.name) == (number, "3")

    def test_match_with_a_substitute_goes_to_the_table_of_the_others(self, ann: User, club: Club, drawn: Event) -> None:
        [match] = upload(club, ann, text(people=[*self.people(2, "4")[:3], "Sub Stitute"], event="Cup"))
        assert (found := Table.objects.get(match=match)).name == "4"
        assert found.round.number == 2

    def test_match_of_others_takes_no_table_that_is_planned_for_somebody(self, ann: User, club: Club, drawn: Event) -> None:
        half = [*self.people(1, "1")[:2], "Some", "Body"]
        for sitting in (["A", "B", "C", "D"], half):
            [match] = upload(club, ann, text(people=sitting, event="Cup"))
            assert not Table.objects.get(match=match).planned_seats.exists()
