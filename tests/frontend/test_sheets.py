"""The page of a table behind the links of its seats, and what its script is answered."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.logs import JsonLines
from records.tournament import events, sheets
from records.tournament.models import Event, PlannedSeat, SheetRound, Table
from tests.links import at as address
from tests.links import opened, over_api, seated

pytestmark = pytest.mark.django_db
ROUND = {"dealer": "E", "scores": {"E": 3, "S": -1, "W": -1, "N": -1}, "moves": [], "tags": {"Kind": "scores"}}
ENTER = {"do": "enter", "round": 1, "entry": ROUND}


@pytest.fixture
def table(owner: Any, event: Event) -> Table:
    made = events.plan_table(owner, event, event.stages.get(), 2, "7")
    PlannedSeat.objects.create(table=made, seat="S", entrant=events.add_entrant(owner, event, "Li Si"))
    return made


@pytest.fixture
def client(table: Table) -> Client:
    """The telephone of South, who opened the links of the table too."""
    return seated(table, "SN", Client())


def at(table: Table, seat: str = "S") -> str:
    return address(table, seat)


def sheet_of(table: Table, seat: str = "S") -> str:
    return over_api(table, seat)


def check_at(table: Table, seat: str = "S") -> str:
    return f"{reverse('api:sheet_check', args=[table.event_id, table.pk])}?seat={seat}&words=1"


def send(client: Client, address: str, body: Any, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    headers |= {"Accept-Language": "zh-Hant"}
    return client.post(address, json.dumps(body), content_type="application/json", headers=headers)


def test_link_opens_its_table_with_who_sits_there_and_without_the_other_links(client: Client, owner: Any, table: Table) -> None:
    text = client.get(at(table)).content.decode()
    assert [said for said in (table.event.name, "Li Si", "南家", "第 7 桌，第 2 輪") if said not in text] == []
    assert "/s/" not in text
    client.force_login(owner)
    listed = client.get(reverse("pages:table", args=[table.event_id, table.pk])).content.decode()
    secrets = [events.secret_for(table, seat) for seat in ["", *"ESWN"]]
    assert all(f"/s/{secret}/" in listed for secret in secrets), "for scorers it has the links of all seats"
    assert "南家" in client.get(at(table)).content.decode(), "who signs in keeps the seat"


def test_page_behind_a_link_is_neither_listed_nor_stored_nor_told_to_other_sites_or_the_log(client: Client, table: Table) -> None:
    for where in (at(table), sheet_of(table)):
        headers = client.get(where).headers
        assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("private, no-store", "same-origin")
    opening = client.get(f"/s/{events.secret_for(table, 'S')}/")
    assert (opening["X-Robots-Tag"], opening["Referrer-Policy"]) == ("noindex", "no-referrer")
    logged = JsonLines().format(logging.makeLogRecord({"msg": f"GET /s/{events.secret_for(table, 'S')}/ 302"}))
    assert events.secret_for(table, "S") not in logged


@pytest.mark.parametrize("secret", ["nonsense", "1.S.0.forged", "a.b.c.d", "x" * 3000])
def test_link_that_is_none_is_not_found(client: Client, table: Table, secret: str) -> None:
    assert client.get(f"/s/{secret}/").status_code == 404
    assert Client().get(at(table)).status_code == 404, "a seat in the address is no link"


def test_link_that_opens_no_more_says_what_to_do(visitor: Client, owner: Any, table: Table) -> None:
    page, secret = at(table), events.secret_for(table, "S")
    opened(secret, visitor)
    events.remove_table(owner, table)
    for gone in (page, f"/s/{secret}/"):
        answer = visitor.get(gone)
        assert (answer.status_code, "ask the organizer for the new link" in answer.content.decode()) == (404, True)


def test_page_of_an_event_without_a_game_has_no_sheet(client: Client, owner: Any, event: Event) -> None:
    any_game = events.create(owner, event.club, "Any")
    bare = events.plan_table(owner, any_game, any_game.stages.get(), 1, "1")
    answer = seated(bare, "S", client).get(at(bare))
    assert (answer.status_code, 'id="sheet"' in answer.content.decode()) == (200, False)


def test_script_writes_a_round_once_and_is_told_the_sheet_as_it_stands(client: Client, table: Table) -> None:
    sheet = sheet_of(table)
    first = client.get(sheet)
    assert client.get(sheet, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    told = send(client, sheet, ENTER | {"version": 0}, "first-round").json()
    assert (told["answer"], told["sheet"]["rounds"][0]["by"]) == ({"number": 1, "version": 1}, "Li Si")
    after = client.get(sheet, headers={"If-None-Match": first.headers["ETag"]}).json()
    assert after["rounds"][0]["entry"]["scores"]["E"] == 3
    other = {**ENTER, "entry": {**ROUND, "scores": {"E": -3, "S": 1, "W": 1, "N": 1}}}
    stale = send(client, sheet, other, "second-round")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert stale.json()["current"]["entry"]["scores"] == ROUND["scores"]
    send(client, sheet, {"do": "strike", "round": 1, "version": 1}, "struck")
    assert send(client, sheet, ENTER | {"version": 0}, "first-round").json() == told
    assert [one["version"] for one in client.get(sheet).json()["rounds"]] == [2]
    reused = send(client, sheet, {**ENTER, "round": 2}, "first-round")
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency-key-reused")


def test_request_from_another_site_or_too_long_a_one_is_refused(client: Client, table: Table) -> None:
    strict = seated(table, "S", Client(enforce_csrf_checks=True))
    refused = send(strict, sheet_of(table), ENTER, "first-round")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf-failed")
    strict.get(at(table))
    headers = {"X-CSRFToken": strict.cookies["csrftoken"].value, "Idempotency-Key": "second-round"}
    strike = {"do": "strike", "round": 1, "version": 0}
    assert strict.post(sheet_of(table), strike, content_type="application/json", headers=headers).status_code == 404
    for where, key in ((sheet_of(table), "far-too-long"), (check_at(table), "")):
        assert send(client, where, {"do": "object", "text": "x" * 20_000}, key).status_code == 413
    assert not SheetRound.objects.exists()


def test_link_that_asks_too_often_waits_alone_and_still_writes(client: Client, table: Table, settings: Any) -> None:
    settings.THROTTLE = {**settings.THROTTLE, "sheet": "2/hour"}
    answers = [client.get(sheet_of(table)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert client.get(sheet_of(table, "N")).status_code == 200, "another seat's link is another's"
    assert send(client, sheet_of(table), ENTER, "first-round").status_code == 200


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"moves": ["W-7p", "S.hu:4"]}, {"scores": {}, "certain": {"E": 0, "S": 4, "W": -4, "N": 0}}),
        ({"moves": ["W-7p", "S.hu:4", "E+1p", "E.hu"]}, {"scores": {}, "certain": {}}),
        ({"moves": ["S.angang:5555p"]}, {"scores": {}, "certain": {}}),
    ],
)
def test_entry_is_refereed_without_being_stored(client: Client, table: Table, entry: Any, told: dict[str, Any]) -> None:
    asked = {"round": 1, "entry": {"dealer": "E", "tags": {"Kind": "sheet"}, **entry}}
    answer = send(client, check_at(table), asked).json()["said"]["rounds"]["1"]
    assert {name: answer[name] for name in told} == told
    assert not SheetRound.objects.exists()


def test_entry_with_a_hand_is_told_its_scores_and_one_that_cannot_be_is_a_finding(client: Client, table: Table) -> None:
    def told(moves: list[str], **tags: str) -> Any:
        entry = {"dealer": "E", "moves": moves, "tags": {"Kind": "sheet", **tags}}
        return send(client, check_at(table), {"round": 1, "entry": entry}).json()["said"]["rounds"]["1"]

    ready = {"Ready.E": "no", "Ready.N": "no", "Ready.W": "no"}
    assert told(["W-9p", "S.hu:4"], **{"Shown.S": "234p23478p55777s", **ready})["scores"]["S"] > 0
    assert told(["W-7p", "S.hu:4"], **{"Shown.S": "11119p2348p55777s"})["findings"]


def test_what_was_not_checked_is_told_in_words(client: Client, owner: Any, event: Event) -> None:
    other = events.create(owner, event.club, "Winter Cup", game="gouji")
    table = events.plan_table(owner, other, other.stages.get(), 1, "1")
    sheets.change_settings(owner, other, "gouji", "qingdao", 0)
    entry = {"leader": "A", "places": "C A E B D F", "moves": [], "tags": {"Kind": "sheet", "Muffled": "?>F"}}
    seated(table, "A", client)
    told = send(client, check_at(table, "A"), {"round": 1, "entry": entry}).json()["said"]
    assert "己家被誰悶" in told["rounds"]["1"]["unchecked"]


@pytest.mark.parametrize("body", [b"", b"[]", b'{"round": "one"}', b'{"round": 1000}'])
def test_question_that_is_none_is_refused(client: Client, table: Table, body: bytes) -> None:
    assert client.post(check_at(table), body, content_type="application/json").status_code == 400


def test_organizer_sets_the_rules_of_the_sheets_and_finds_every_table(reader: Client, event: Event, table: Table) -> None:
    address = reverse("pages:event_settings", args=[event.pk])
    for wrong in ({"rules": "sichuan no such rules"}, {"rounds": "many"}, {"base": "0"}):
        refused = reader.post(address, {"action": "set_rules", "rules": "sichuan", **wrong})
        assert (refused.status_code, 'role="alert"' in refused.content.decode()) == (422, True), wrong
    assert (
        reader.post(address, {"action": "set_rules", "rules": "sichuan putong max_fan=5", "rounds": "8", "base": "5"}).status_code
        == 302
    )
    event.refresh_from_db()
    assert (event.sheet_rules, event.sheet_rounds, event.sheet_base) == ("putong max_fan=5", 8, 5)
    assert (
        reverse("pages:table", args=[event.pk, table.pk])
        in reader.get(reverse("pages:event_tables", args=[event.pk])).content.decode()
    )
