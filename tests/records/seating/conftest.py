"""A club with an event in which many take part."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from records.accounts.models import Club
from records.tournament import events
from records.tournament.models import Entrant, Event, Stage
from records.tournament.seating import people


@pytest.fixture
def event(ann: User, club: Club) -> Event:
    """An event of a game of four, with sixteen entrants: Person 01 to Person 16."""
    event = events.create(ann, club, "Cup", game="sichuan")
    people.enter_people(ann, event, "\n".join(f"Person {number:02}" for number in range(1, 17)))
    return event


@pytest.fixture
def stage(event: Event) -> Stage:
    return event.stages.get()


@pytest.fixture
def entrants(event: Event) -> list[Entrant]:
    return list(event.entrants.order_by("pk"))
