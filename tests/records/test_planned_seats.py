"""Planned seating: reading who is to sit where."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from records import clubs, events
from records.models import PlannedSeat

pytestmark = pytest.mark.django_db


def test_planned_seats_of_all_tables_are_read_in_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ann = User.objects.create_user("ann")
    event = events.create(ann, clubs.create(ann, "Lions"), "Cup")
    first, second, empty = (events.plan_table(ann, event, event.stages.get(), 1, name) for name in "123")
    li, zhao = (events.add_entrant(ann, event, name) for name in ("Li Si", "Zhao Liu"))
    PlannedSeat.objects.create(table=first, seat="E", entrant=li)
    PlannedSeat.objects.create(table=first, seat="S", entrant=zhao)
    PlannedSeat.objects.create(table=second, seat="N", entrant=li)
    with django_assert_num_queries(1):
        found = events.seats_of([first, second, empty])
    assert {table: {seat: one.name for seat, one in seats.items()} for table, seats in found.items()} == {
        first.pk: {"E": "Li Si", "S": "Zhao Liu"},
        second.pk: {"N": "Li Si"},
    }
