"""The penalties of an event over REST."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records.accounts import clubs
from records.tournament import events
from records.tournament.models import Event
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def event(ann: User) -> Event:
    club = clubs.create(ann, "Lions")
    event = events.create(ann, club, EVENT)
    upload(club, ann, text(Table="1"))
    return event


@pytest.fixture
def api(ann: User) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(ann)
    return client


def post(api: Client, event: Event, **body: Any) -> Any:
    return api.post(f"/api/v1/events/{event.pk}/penalties", body, content_type="application/json")


def test_penalty_is_given_listed_counted_and_cancelled(api: Client, event: Event) -> None:
    at = f"/api/v1/events/{event.pk}"
    known = {"entrant": event.entrants.get(name="A").pk, "table": event.tables.get().pk}
    given = post(api, event, **known, grade="points", amount=2, offence="telephone", moment={"round": 1, "move": 7})
    assert given.status_code == 201
    assert {"number": 1, "entrant": "A", "amount": "2", "deal": 1, "counts": True}.items() <= given.json().items()
    rows = {row["entrant"]: row for row in api.get(f"{at}/standings").json()["rows"]}
    assert rows["A"]["taken_off"] == "2"
    assert "taken_off" not in rows["B"]
    cancelled = post(api, event, cancels=1, reason="It was not a telephone.")
    assert (cancelled.status_code, cancelled.json()["cancels"]) == (201, 1)
    assert [row["counts"] for row in api.get(f"{at}/penalties").json()["results"]] == [False, False]


def test_what_is_no_penalty_is_refused(api: Client, event: Event) -> None:
    someone = event.entrants.get(name="A").pk
    assert post(api, event, grade="warning").json()["code"] == "invalid"
    assert post(api, event, entrant=10**17, grade="warning", reason="x").json()["code"] == "not-found"
    unknown = post(api, event, entrant=someone, grade="red", reason="x")
    assert (unknown.status_code, "severe-warning" in unknown.json()["detail"]) == (422, True)
