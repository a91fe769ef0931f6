"""A person, their club and its event."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from records.accounts import clubs
from records.accounts.models import Club
from records.tournament import events
from records.tournament.models import Event
from tests.files import AUTUMN


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Lions")


@pytest.fixture
def event(ann: User, club: Club) -> Event:
    return events.create(ann, club, AUTUMN)
