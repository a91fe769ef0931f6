"""People who leave an event, who takes their place, and who counts for what."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User

from records.accounts.models import Club
from records.tournament import events, seating
from records.tournament.models import Entrant, Event, EventRound, PlannedSeat, Stage
from tests.records.errors import refused
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(ann: User, event: Event, stage: Stage) -> Event:
    seating.draw(ann, event, stage, seating.Order.of({"rounds": 4, "seed": 1}))
    return event


def rounds_of(entrant: Entrant) -> list[int]:
    return sorted(PlannedSeat.objects.filter(entrant=entrant).values_list("table__round__number", flat=True))


def test_seats_become_free_from_the_round_on(ann: User, drawn: Event, stage: Stage, entrants: list[Entrant]) -> None:
    seating.leave(ann, drawn, entrants[0], stage, 3)
    assert rounds_of(entrants[0]) == [1, 2]
    plan = seating.plan_of(drawn)
    assert [sum(who is None for table in one.tables for _, who in table.seats) for one in plan.rounds] == [0, 0, 1, 1]
    with refused("has-left", 409):
        seating.leave(ann, drawn, entrants[0], stage, 4)
    with refused("has-left", 409):
        seating.swap_people(ann, drawn, EventRound.objects.get(number=4), entrants[1], entrants[0])


def test_substitute_takes_the_free_seats_and_the_team(ann: User, drawn: Event, stage: Stage, entrants: list[Entrant]) -> None:
    events.change_entrant(ann, entrants[0], team="Tigers")
    where = set(PlannedSeat.objects.filter(entrant=entrants[0], table__round__number__gte=3).values_list("table", "seat"))
    seating.leave(ann, drawn, entrants[0], stage, 3)
    new = seating.substitute(ann, drawn, entrants[0], "Sub Stitute")
    assert set(PlannedSeat.objects.filter(entrant=new).values_list("table", "seat")) == where
    assert (new.team, new.house) == ("Tigers", False)
    assert {"Person 01", "Sub Stitute"} <= {row.entrant for row in events.overview_of(drawn).standings.rows}
    with refused("has-substitute", 409):
        seating.substitute(ann, drawn, entrants[0], "Another")
    with refused("has-substitute", 409):
        seating.come_back(ann, drawn, entrants[0])


def test_substitute_of_the_house_is_ranked_nowhere_and_no_issue(
    ann: User, club: Club, drawn: Event, stage: Stage, entrants: list[Entrant]
) -> None:
    match = upload(club, ann, text(Table="1"))[0]
    name = match.seats.all()[0].name
    seating.leave(ann, drawn, entrants[0], stage, 1)
    new = seating.substitute(ann, drawn, entrants[0], name, house=True)
    events.attach_match(ann, drawn, match, stage, 1, "1")
    overview = events.overview_of(drawn)
    assert new.house
    assert name not in {row.entrant for row in overview.standings.rows}
    unknown = {one for issue in overview.issues if issue.kind == "unknown-name" for one in issue.names}
    assert name not in unknown
    assert len(unknown) == 0, "the event is open: the others were entered"


def test_who_sits_elsewhere_in_a_round_is_no_substitute(ann: User, drawn: Event, stage: Stage, entrants: list[Entrant]) -> None:
    seating.leave(ann, drawn, entrants[0], stage, 3)
    with refused("seated-elsewhere", 409):
        seating.substitute(ann, drawn, entrants[0], by=entrants[1])
    late = events.add_entrant(ann, drawn, "Late Comer")
    assert seating.substitute(ann, drawn, entrants[0], by=late) == late
    assert rounds_of(late) == [3, 4]


def test_who_comes_back_has_the_seats_again(ann: User, drawn: Event, stage: Stage, entrants: list[Entrant]) -> None:
    before = set(PlannedSeat.objects.values_list("table", "seat", "entrant"))
    seating.leave(ann, drawn, entrants[0], stage, 2)
    seating.come_back(ann, drawn, entrants[0])
    assert set(PlannedSeat.objects.values_list("table", "seat", "entrant")) == before
    with refused("has-not-left", 409):
        seating.come_back(ann, drawn, entrants[0])


def test_who_left_is_drawn_no_more_and_who_came_late_is(ann: User, drawn: Event, stage: Stage, entrants: list[Entrant]) -> None:
    seating.leave(ann, drawn, entrants[0], stage, 5)
    late = events.add_entrant(ann, drawn, "Late Comer")
    shown = seating.preview(drawn, stage, seating.Order.of({"seed": 1}))
    assert entrants[0].pk not in shown.people
    assert late.pk in shown.people
    seating.undo(ann, drawn, stage, 4)
    assert entrants[0].pk in seating.preview(drawn, stage, seating.Order.of({"seed": 1, "sit_out": True})).people, "until round 5"


def test_who_comes_back_or_steps_in_is_not_said_to_have_sat_at_a_table_that_was_played_meanwhile(
    ann: User, club: Club, drawn: Event, stage: Stage, entrants: list[Entrant]
) -> None:
    where = PlannedSeat.objects.get(entrant=entrants[0], table__round__number=3).table
    seating.leave(ann, drawn, entrants[0], stage, 3)
    match = upload(club, ann, text(Table=where.name))[0]
    events.attach_match(ann, drawn, match, stage, 3, where.name)
    new = seating.substitute(ann, drawn, entrants[0], "Sub Stitute")
    assert rounds_of(new) == [4]
    seating.leave(ann, drawn, new, stage, 4)
    seating.come_back(ann, drawn, entrants[0])
    assert rounds_of(entrants[0]) == [1, 2, 4]


def test_who_left_has_left_after_being_removed_and_brought_back(
    ann: User, drawn: Event, stage: Stage, entrants: list[Entrant]
) -> None:
    before = set(PlannedSeat.objects.values_list("table", "seat", "entrant__name"))
    gone = seating.leave(ann, drawn, entrants[0], stage, 3)
    removed = json.loads(json.dumps(events.of_entrant(gone)))
    events.withdraw(ann, entrants[0])
    assert not drawn.entrants.exclude(left_stage=None).exists()
    events.bring_back(ann, drawn, removed)
    back = drawn.entrants.get(name=entrants[0].name)
    assert (back.left_stage, back.left_round) == (stage, 3)
    assert back.pk not in seating.preview(drawn, stage, seating.Order.of({"seed": 1, "sit_out": True})).people
    seating.come_back(ann, drawn, back)
    assert set(PlannedSeat.objects.values_list("table", "seat", "entrant__name")) == before


def test_substitute_who_is_removed_and_brought_back_stands_in_for_whom_they_did(
    ann: User, drawn: Event, stage: Stage, entrants: list[Entrant]
) -> None:
    seating.leave(ann, drawn, entrants[0], stage, 3)
    seating.leave(ann, drawn, entrants[1], stage, 4)
    where = set(PlannedSeat.objects.filter(entrant=entrants[0]).values_list("table", "seat"))
    new = seating.substitute(ann, drawn, entrants[0], "Sub Stitute")
    removed = events.of_entrant(new)
    events.withdraw(ann, new)
    events.bring_back(ann, drawn, removed)
    back = drawn.entrants.get(name="Sub Stitute")
    gone = drawn.entrants.exclude(left_stage=None).order_by("pk")
    assert [one.substitute for one in gone] == [back, None]
    assert rounds_of(back) == [3, 4]
    assert set(PlannedSeat.objects.filter(entrant=entrants[0]).values_list("table", "seat")) == where
