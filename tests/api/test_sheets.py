"""Score sheets over the API: entered by accounts and links, confirmed by the seats, finished to a match, each request once."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.test import override_settings
from rest_framework.test import APIClient

from records.accounts import clubs
from records.accounts.models import Club
from records.tournament import events, sheets
from records.tournament.models import Event, PlannedSeat, Table
from tests.api.problems import problem
from tests.links import program, seated
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


def by_link(table: Table, seat: str = "") -> APIClient:
    return program(events.secret_for(table, seat))


def send(client: Any, table: Table, do: str, key: str = "", **asked: Any) -> Any:
    body = {"do": do, "round": 1, "version": 0, **asked}
    return client.post(of_table(table), body, format="json", HTTP_IDEMPOTENCY_KEY=key or f"key-{next(KEYS):08}")


def test_round_is_entered_by_a_link_confirmed_objected_to_closed_and_becomes_the_match_of_its_table(
    owner: Any, table: Table
) -> None:
    scorer = client_of(owner)
    entered = send(by_link(table), table, "enter", entry=ENTRY)
    assert entered.status_code == 200
    assert entered.json()["answer"] == {"number": 1, "version": 1}
    assert entered.json()["sheet"]["rounds"][0]["entry"]["scores"] == ENTRY["scores"]
    for seat in "ESW":
        confirmed = send(by_link(table, seat), table, "confirm", version=1)
        assert confirmed.json()["sheet"]["seat"] == seat
    objected = send(by_link(table, "N"), table, "object", version=1, text="It was 4 fan.").json()["sheet"]["rounds"][0]
    assert (objected["objected"], objected["closed"]) == ({"N": "It was 4 fan."}, False)
    closed = send(scorer, table, "close", version=1, text="Seen by the arbiter.").json()["sheet"]["rounds"][0]
    assert (closed["closed"], closed["reason"]) == (True, "Seen by the arbiter.")
    (row,) = scorer.get(f"/api/v1/events/{table.event_id}/sheets").json()["results"]
    told = {"table": "3", "stage": 1, "round": 1, "started": True, "rounds": 1, "scores": ENTRY["scores"], "finished": False}
    assert row == {"table_id": table.pk, **told}
    finished = send(scorer, table, "finish")
    assert finished.status_code == 200
    assert finished.json()["sheet"]["state"] == "finished"
    table.refresh_from_db()
    assert table.match is not None
    problem(send(by_link(table), table, "enter", entry=ENTRY, round=2), 409, "sheet-finished")
    assert send(scorer, table, "reopen").json()["sheet"]["state"] == "open"
    assert send(scorer, table, "links").json()["answer"] == {"links": True}


def test_what_a_link_may_not_do_is_a_problem(table: Table) -> None:
    problem(send(by_link(table), table, "dance"), 422, "invalid-request")
    problem(send(by_link(table), table, "finish"), 403, "permission-denied")
    problem(send(by_link(table), table, "enter", entry="x" * (sheets.REQUEST_BYTES + 1)), 413, "too-large")


def test_second_scorer_is_told_the_round_that_the_first_entered(owner: Any, table: Table) -> None:
    send(by_link(table), table, "enter", entry=ENTRY)
    answer = send(client_of(owner), table, "enter", entry=ENTRY | {"dealer": "S"})
    assert answer.status_code == 409
    assert answer.json()["current"]["version"] == 1


def test_sheet_is_not_sent_again_before_it_changes_and_never_cached_below_a_link(table: Table) -> None:
    client, path = by_link(table), of_table(table)
    first = client.get(path)
    assert first["Cache-Control"] == "private, no-store"
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    send(client, table, "enter", entry=ENTRY)
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_draft_is_refereed_and_not_stored(owner: Any, table: Table) -> None:
    draft = {"round": 1, "entry": ENTRY | {"scores": {"E": 3, "S": -1, "W": -1, "N": -2}}}
    path = of_table(table)
    for client in (by_link(table), client_of(owner)):
        assert client.post(f"{path}/check", {"round": 0}, format="json").json() == {"verdict": None}
        verdict = client.post(f"{path}/check", draft, format="json").json()["verdict"]
        assert [finding["code"] for finding in verdict["rounds"][0]["findings"]] == ["score-mismatch"]
        assert client.get(path).json()["rounds"] == []


def test_link_that_is_asked_too_often_waits_alone(table: Table) -> None:
    with override_settings(THROTTLE={"sheet": "2/hour", "anon": "1/hour", "user": "9/hour"}):
        answers = [by_link(table, "E").get(of_table(table)).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert by_link(table, "S").get(of_table(table)).status_code == 200
        guesses = [program("1.E.0.guess").get(of_table(table)).status_code for _ in range(2)]
        assert guesses == [401, 429]


def test_link_opens_the_sheet_of_its_own_table_and_nothing_else_until_it_ends(owner: Any, table: Table) -> None:
    other = events.plan_table(owner, table.event, table.round.stage, 1, "4")
    client = by_link(table, "E")
    problem(client.get(of_table(other)), 404, "not-found")
    elsewhere = events.create(owner, table.event.club, "Another")
    problem(client.get(f"/api/v1/events/{elsewhere.pk}/tables/{table.pk}/sheet"), 404, "not-found")
    problem(client.get(f"/api/v1/events/{table.event_id}"), 404, "not-found")
    problem(client.get(f"/api/v1/events/{table.event_id}/sheets"), 401, "not-authenticated")
    problem(client.post(f"/api/v1/events/{table.event_id}/tables", {"round": 1}, format="json"), 403, "link-reads")
    problem(APIClient().get(of_table(table)), 401, "not-authenticated")
    events.end_links(table)
    problem(client.get(of_table(table)), 401, "authentication-failed")


def test_session_that_opened_a_link_reads_the_sheet_by_it_where_the_address_names_the_seat(table: Table) -> None:
    """tests/frontend/test_sheets.py writes by it."""
    browser = seated(table)
    assert [browser.get(f"{of_table(table)}{query}").status_code for query in ("?seat=E", "?seat=S", "")] == [200, 401, 401]
