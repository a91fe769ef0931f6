"""Commitments to walls: published before the deal, once, for everybody who sees the event, and in the signed log."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from records import access, clubs, events
from records.models import AuditEntry, Club, Event, Table, WallCommitment
from tests.api.problems import problem
from tests.people import CLEAN, PPN, client_of

pytestmark = pytest.mark.django_db
COMMIT = "5f" * 32
SAID = {"number": 1, "scheme": "committed", "commit": COMMIT, "sealed": "a0" * 32, "beacon": "drand-quicknet 1000"}


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea", "tea")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    return events.create(owner, club, "Autumn", game="sichuan")


@pytest.fixture
def table(owner: Any, event: Event) -> Table:
    return events.plan_table(owner, event, event.stages.get(), 2, "3")


def publish(owner: Any, table: Table, **more: Any) -> Any:
    return client_of(owner).post(f"/api/v1/events/{table.event_id}/walls", {"table_id": table.pk, **SAID, **more}, format="json")


def test_commitment_is_on_the_page_of_the_event_and_in_the_log_from_its_moment_on(owner: Any, event: Event, table: Table) -> None:
    answer = publish(owner, table)
    assert answer.status_code == 201
    told = answer.json()
    assert (told["stage"], told["round"], told["table"], told["commit"]) == (1, 2, "3", COMMIT)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner)
    page = " ".join(client.get(f"/events/{event.pk}/").content.decode().split())
    assert "Walls fixed beforehand" in page
    assert f'<code class="hash">{COMMIT}</code>' in page
    (entry,) = AuditEntry.objects.filter(action="wall.commit")
    assert (entry.target, entry.read_details()["commit"], entry.read_details()["number"]) == (f"event:{event.pk}", COMMIT, 1)
    _, secret = access.share(owner, event)
    assert COMMIT in Client().get(f"/shared/{secret}/").content.decode()


def test_same_commitment_again_is_the_same_and_another_is_refused(owner: Any, table: Table) -> None:
    first, again = publish(owner, table), publish(owner, table)
    assert first.json() == again.json()
    problem(publish(owner, table, commit="00"), 409, "committed-already")
    assert publish(owner, table, number=2, commit="00").status_code == 201
    listed = client_of(owner).get(f"/api/v1/events/{table.event_id}/walls").json()["results"]
    assert [(one["number"], one["commit"]) for one in listed] == [(2, "00"), (1, COMMIT)]


def test_commitment_after_the_match_is_at_its_table_is_refused(owner: Any, table: Table) -> None:
    events.upload_to_table(owner, table, CLEAN, media_type="text/x-ppn")
    problem(publish(owner, table), 409, "already-played")
    assert not WallCommitment.objects.exists()


def test_commitment_that_no_record_could_name_is_refused(owner: Any, table: Table) -> None:
    problem(publish(owner, table, scheme="dice"), 422, "unknown-scheme")
    problem(publish(owner, table, commit="a\nb"), 422, "invalid-commitment")


def test_page_of_a_match_says_where_its_record_differs_from_what_was_published(owner: Any, table: Table) -> None:
    publish(owner, table)
    match = events.upload_to_table(owner, table, CLEAN, media_type=PPN)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "The record does not say the same:" in page
    assert "<code>WallCommit</code> · published" in " ".join(page.split())
