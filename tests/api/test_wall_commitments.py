"""Commitments to walls: published before the deal, once, for everybody who sees the event, and in the signed log."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

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


def test_seal_follows_its_commitment_once_with_a_time_of_its_own(owner: Any, table: Table) -> None:
    first = publish(owner, table, sealed="").json()
    sealed = publish(owner, table).json()
    assert (first["commit"], first["sealed"], sealed["sealed"]) == (COMMIT, "", SAID["sealed"])
    assert first["at"] < sealed["at"]
    problem(publish(owner, table, sealed="bb"), 409, "committed-already")
    problem(publish(owner, table, commit="00"), 409, "committed-already")
    assert publish(owner, table, sealed="").json() == first


def test_commitment_after_the_match_is_at_its_table_is_refused(owner: Any, table: Table) -> None:
    events.upload_to_table(owner, table, CLEAN, media_type="text/x-ppn")
    problem(publish(owner, table), 409, "already-played")
    assert not WallCommitment.objects.exists()


def played(owner: Any, table: Table, *tags: str) -> str:
    """The page of a match at a table whose record has these tags for its first round."""
    record = CLEAN.replace(b'[Round "1"]', "\n".join(['[Round "1"]', *tags]).encode(), 1)
    match = events.upload_to_table(owner, table, record, media_type=PPN)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner)
    return " ".join(client.get(f"/matches/{match.pk}/").content.decode().split())


NAMED = ('[WallScheme "committed"]', f'[WallSealed "{SAID["sealed"]}"]', f'[WallBeacon "{SAID["beacon"]}"]')


def test_page_of_a_match_says_that_its_record_names_what_was_published(owner: Any, table: Table) -> None:
    publish(owner, table)
    page = played(owner, table, *NAMED, f'[WallCommit "{COMMIT.upper()}"]')
    assert "Round 1: a commitment to the wall was published at the event" in page
    assert "The record names the same." in page
    assert "does not say the same" not in page


@pytest.mark.parametrize(
    ("tags", "told"),
    [
        ((*NAMED, '[WallCommit "00"]'), 'in the record <code class="hash">00</code>'),
        ((), "<code>WallCommit</code> · published"),
    ],
)
def test_page_of_a_match_says_where_its_record_differs_from_what_was_published(
    tags: tuple[str, ...], told: str, owner: Any, table: Table
) -> None:
    publish(owner, table)
    page = played(owner, table, *tags)
    assert "The record does not say the same:" in page
    assert told in page


def test_page_of_a_match_tells_nothing_of_an_event_that_its_reader_does_not_see(owner: Any, table: Table) -> None:
    publish(owner, table)
    match = events.upload_to_table(owner, table, CLEAN, media_type=PPN)
    match.public = True
    match.save(update_fields=["public"])
    assert "Walls fixed beforehand" not in Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/matches/{match.pk}/").content.decode()


def test_commitment_stays_when_its_table_is_removed(owner: Any, event: Event, table: Table) -> None:
    publish(owner, table)
    events.remove_table(owner, table)
    (one,) = client_of(owner).get(f"/api/v1/events/{event.pk}/walls").json()["results"]
    assert (one["table_id"], one["table"], one["commit"]) == (None, "3", COMMIT)


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"scheme": "dice"}, 422, "unknown-scheme"),
        ({"commit": "a\nb"}, 422, "invalid-commitment"),
        ({"number": 501}, 422, "invalid-commitment"),
        ({"commit": "x" * 201}, 400, "invalid"),
        ({"table_id": 10**9}, 404, "not-found"),
    ],
)
def test_commitment_that_no_record_could_name_is_refused(
    said: dict[str, Any], status: int, code: str, owner: Any, table: Table
) -> None:
    problem(publish(owner, table, **said), status, code)


def test_nobody_publishes_without_an_account(table: Table) -> None:
    answer = APIClient().post(f"/api/v1/events/{table.event_id}/walls", {"table_id": table.pk, **SAID}, format="json")
    problem(answer, 401, "not-authenticated")
