"""Score sheets over the API: entered by accounts and links, confirmed by the seats, finished to a match, each request once."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from django.test import override_settings
from rest_framework.test import APIClient

from records import clubs, events, sheets
from records.models import Arbiter, AuditEntry, Club, Event, PlannedSeat, Role, Table
from tests.api.problems import problem
from tests.people import client_of, person
from tests.records.clubs import join

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


def test_round_is_entered_by_a_link_confirmed_by_all_seats_and_becomes_the_match_of_its_table(owner: Any, table: Table) -> None:
    players, scorer = APIClient(), client_of(owner)
    entered = send(players, by_link(table), "enter", entry=ENTRY)
    assert entered.status_code == 200
    assert entered.json()["answer"] == {"number": 1, "version": 1}
    assert entered.json()["sheet"]["rounds"][0]["entry"]["scores"] == ENTRY["scores"]
    for seat in "ESW":
        confirmed = send(players, by_link(table, seat), "confirm", version=1)
        assert confirmed.json()["sheet"]["seat"] == seat
    assert players.get(by_link(table)).json()["rounds"][0]["closed"] is False
    send(players, by_link(table, "N"), "confirm", version=1)
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


def test_objection_opens_a_round_that_a_scorer_closes(owner: Any, table: Table) -> None:
    send(client_of(owner), of_table(table), "enter", entry=ENTRY)
    objected = send(APIClient(), by_link(table, "S"), "object", version=1, text="It was 4 fan.").json()["sheet"]["rounds"][0]
    assert objected["objected"] == {"S": "It was 4 fan."}
    closed = send(client_of(owner), of_table(table), "close", version=1, text="Seen by the arbiter.").json()["sheet"]["rounds"][0]
    assert (closed["closed"], closed["reason"]) == (True, "Seen by the arbiter.")
    actions = AuditEntry.objects.filter(action__startswith="sheet.").order_by("number").values_list("action", flat=True)
    assert list(actions) == ["sheet.enter", "sheet.object", "sheet.close"]


def test_request_is_carried_out_once_by_its_key(table: Table) -> None:
    client, path = APIClient(), by_link(table)
    first = send(client, path, "enter", "key-once-1", entry=ENTRY)
    again = send(client, path, "enter", "key-once-1", entry=ENTRY)
    assert first.json() == again.json()
    problem(send(client, path, "strike", "key-once-1", version=1), 422, "idempotency-key-reused")
    problem(send(client, path, "strike", "x" * 256, version=1), 400, "invalid-idempotency-key")
    assert AuditEntry.objects.filter(action="sheet.enter").count() == 1


def test_second_scorer_is_told_the_round_that_the_first_entered(owner: Any, table: Table) -> None:
    send(APIClient(), by_link(table), "enter", entry=ENTRY)
    answer = send(client_of(owner), of_table(table), "enter", entry=ENTRY | {"dealer": "S"})
    assert answer.status_code == 409
    assert answer.json()["current"]["version"] == 1


@pytest.mark.parametrize(
    ("do", "asked", "status", "code"),
    [
        ("dance", {}, 422, "invalid-request"),
        ("enter", {"entry": ENTRY, "version": -1}, 422, "invalid-request"),
        ("enter", {"entry": "x" * (sheets.REQUEST_BYTES + 1)}, 413, "too-large"),
        ("strike", {"round": 9}, 404, "not-found"),
        ("close", {"version": 1, "text": "because"}, 403, "permission-denied"),
        ("finish", {}, 403, "permission-denied"),
        ("links", {}, 403, "permission-denied"),
    ],
)
def test_what_a_link_may_not_do_is_a_problem(do: str, asked: dict[str, Any], status: int, code: str, table: Table) -> None:
    send(APIClient(), by_link(table), "enter", entry=ENTRY)
    problem(send(APIClient(), by_link(table), do, **asked), status, code)


def test_link_that_ended_opens_nothing(owner: Any, table: Table) -> None:
    path = by_link(table)
    assert send(client_of(owner), of_table(table), "links").json()["answer"] == {"links": True}
    problem(APIClient().get(path), 404, "not-found")
    problem(APIClient().get("/api/v1/at/nobody/sheet"), 404, "not-found")


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


def test_who_may_not_write_reads_nothing(club: Club, table: Table) -> None:
    member = join(club, "max", Role.MEMBER).user
    arbiter = person("iris")
    Arbiter.objects.create(event=table.event, user=arbiter)
    every = [of_table(table), f"/api/v1/events/{table.event_id}/sheets"]
    for path in every:
        problem(APIClient().get(path), 401, "not-authenticated")
        problem(client_of(person(f"stranger{len(path)}")).get(path), 404, "not-found")
        problem(client_of(member).get(path), 403, "permission-denied")
        assert client_of(arbiter).get(path).status_code == 200


def test_link_that_is_asked_too_often_waits_alone(table: Table) -> None:
    with override_settings(THROTTLE={"sheet": "2/hour", "anon": "1/hour", "user": "9/hour"}):
        answers = [APIClient().get(by_link(table, "E")).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert APIClient().get(by_link(table, "S")).status_code == 200
        guesses = [APIClient().get("/api/v1/at/nobody/sheet").status_code for _ in range(2)]
        assert guesses == [404, 429]
