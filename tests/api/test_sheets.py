"""Score sheets over the API: entered by accounts and links, confirmed by the seats, finished to a match, each request once."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.test import override_settings
from rest_framework.test import APIClient

from records import clubs, events, sheets
from records.models import Club, Event, PlannedSeat, Table
from tests.api.problems import problem
from tests.people import client_of

pytestmark = pytest.mark.django_db
KEYS = itertools.count(1)
NAMES = {"E": "Ann", "S": "Bob", "W": "Cleo", "N": "Dan"}
ENTRY = {"dealer": "E", "scores": {"E": 3, "S": -1, "W": -1, "N": -1}, "moves": [], "tags": {"Kind": "scores"}}


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea", "tea")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    return events.create(owner, club, "Autumn", game="sichuan")


@pytest.fixture
def table(owner: Any, event: Event) -> Table:
    made = events.plan_table(owner, event, event.stages.get(), 1, "3")
    for seat, name in NAMES.items():
        PlannedSeat.objects.create(table=made, seat=seat, entrant=events.add_entrant(owner, event, name))
    return made


def of_table(table: Table) -> str:
    return f"/api/v1/events/{table.event_id}/tables/{table.pk}/sheet"


def by_link(table: Table, seat: str = "") -> str:
    return f"/api/v1/at/{events.secret_for(table, seat)}/sheet"


def send(client: Any, path: str, do: str, key: str = "", **asked: Any) -> Any:
    body = {"do": do, "round": 1, "version": 0, **asked}
    return client.post(path, body, format="json", HTTP_IDEMPOTENCY_KEY=key or f"key-{next(KEYS):08}")


def test_round_is_entered_by_a_link_confirmed_objected_to_closed_and_becomes_the_match_of_its_table(
    owner: Any, table: Table
) -> None:
    players, scorer = APIClient(), client_of(owner)
    entered = send(players, by_link(table), "enter", entry=ENTRY)
    assert entered.status_code == 200
    assert entered.json()["answer"] == {"number": 1, "version": 1}
    assert entered.json()["sheet"]["rounds"][0]["entry"]["scores"] == ENTRY["scores"]
    for seat in "ESW":
        confirmed = send(players, by_link(table, seat), "confirm", version=1)
        assert confirmed.json()["sheet"]["seat"] == seat
    objected = send(players, by_link(table, "N"), "object", version=1, text="It was 4 fan.").json()["sheet"]["rounds"][0]
    assert (objected["objected"], objected["closed"]) == ({"N": "It was 4 fan."}, False)
    closed = send(scorer, of_table(table), "close", version=1, text="Seen by the arbiter.").json()["sheet"]["rounds"][0]
    assert (closed["closed"], closed["reason"]) == (True, "Seen by the arbiter.")
    (row,) = scorer.get(f"/api/v1/events/{table.event_id}/sheets").json()["results"]
    told = {"table": "3", "stage": 1, "round": 1, "started": True, "rounds": 1, "scores": ENTRY["scores"], "finished": False}
    assert row == {"table_id": table.pk, **told}
    finished = send(scorer, of_table(table), "finish")
    assert finished.status_code == 200
    assert finished.json()["sheet"]["state"] == "finished"
    table.refresh_from_db()
    assert table.match is not None
    problem(send(players, by_link(table), "enter", entry=ENTRY, round=2), 409, "sheet-finished")
    assert send(scorer, of_table(table), "reopen").json()["sheet"]["state"] == "open"
    assert send(scorer, of_table(table), "links").json()["answer"] == {"links": True}


def test_what_a_link_may_not_do_is_a_problem(table: Table) -> None:
    problem(send(APIClient(), by_link(table), "dance"), 422, "invalid-request")
    problem(send(APIClient(), by_link(table), "finish"), 403, "permission-denied")
    problem(send(APIClient(), by_link(table), "enter", entry="x" * (sheets.REQUEST_BYTES + 1)), 413, "too-large")


def test_second_scorer_is_told_the_round_that_the_first_entered(owner: Any, table: Table) -> None:
    send(APIClient(), by_link(table), "enter", entry=ENTRY)
    answer = send(client_of(owner), of_table(table), "enter", entry=ENTRY | {"dealer": "S"})
    assert answer.status_code == 409
    assert answer.json()["current"]["version"] == 1


def test_sheet_is_not_sent_again_before_it_changes_and_never_cached_below_a_link(table: Table) -> None:
    client, path = APIClient(), by_link(table)
    first = client.get(path)
    assert (first["Cache-Control"], first["X-Robots-Tag"]) == ("private, no-store", "noindex")
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    send(client, path, "enter", entry=ENTRY)
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_draft_is_refereed_and_not_stored(owner: Any, table: Table) -> None:
    draft = {"round": 1, "entry": ENTRY | {"scores": {"E": 3, "S": -1, "W": -1, "N": -2}}}
    for client, path in ((APIClient(), by_link(table)), (client_of(owner), of_table(table))):
        assert client.post(f"{path}/check", {"round": 0}, format="json").json() == {"verdict": None}
        verdict = client.post(f"{path}/check", draft, format="json").json()["verdict"]
        assert [finding["code"] for finding in verdict["rounds"][0]["findings"]] == ["score-mismatch"]
        assert client.get(path).json()["rounds"] == []


def test_link_that_is_asked_too_often_waits_alone(table: Table) -> None:
    with override_settings(THROTTLE={"sheet": "2/hour", "anon": "1/hour", "user": "9/hour"}):
        answers = [APIClient().get(by_link(table, "E")).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert APIClient().get(by_link(table, "S")).status_code == 200
        guesses = [APIClient().get("/api/v1/at/nobody/sheet").status_code for _ in range(2)]
        assert guesses == [404, 429]
