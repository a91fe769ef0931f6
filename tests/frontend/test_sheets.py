"""The page of a table behind the links of its seats, and what it is answered."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config.logs import JsonLines
from records import clubs, events, sheets
from records.models import AuditEntry, Event, PlannedSeat, SheetRound, SheetSettings, Table

pytestmark = pytest.mark.django_db
ROUND = {"dealer": "E", "scores": {"E": 3, "S": -1, "W": -1, "N": -1}, "moves": [], "tags": {"Kind": "scores"}}


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def event(ann: User) -> Event:
    return events.create(ann, clubs.create(ann, "Lions"), "Autumn Cup", game="sichuan")


@pytest.fixture
def table(ann: User, event: Event) -> Table:
    made = events.plan_table(ann, event, event.stages.get(), 2, "7")
    PlannedSeat.objects.create(table=made, seat="S", entrant=events.add_entrant(ann, event, "Li Si"))
    return made


def at(table: Table, seat: str = "S", name: str = "at_table") -> str:
    return reverse(f"pages:{name}", args=[events.secret_for(table, seat)])


def send(client: Client, address: str, body: Any, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(address, json.dumps(body), content_type="application/json", headers=headers)


class TestPage:
    def test_link_opens_its_table_with_round_seat_and_who_sits_there(self, client: Client, table: Table) -> None:
        text = client.get(at(table)).content.decode()
        for said in ("Autumn Cup", "Li Si", "南家", "第 7 桌，第 2 輪"):
            assert said in text

    def test_page_behind_a_link_is_neither_listed_nor_stored_nor_told_to_other_sites(self, client: Client, table: Table) -> None:
        for name in ("at_table", "at_state"):
            headers = client.get(at(table, name=name)).headers
            assert headers["X-Robots-Tag"] == "noindex"
            assert headers["Referrer-Policy"] == "same-origin"
            assert "no-store" in headers["Cache-Control"]

    @pytest.mark.parametrize("secret", ["nonsense", "1.S.0.forged", "a.b.c.d", "x" * 3000])
    def test_link_that_is_none_is_not_found(self, client: Client, table: Table, secret: str) -> None:
        for name in ("at_table", "at_state"):
            assert client.get(reverse(f"pages:{name}", args=[secret])).status_code == 404

    @pytest.mark.parametrize(
        ("language", "said"), [("en", "ask the organizer for the new link"), ("zh-Hant", "向幹事索取新連結")]
    )
    def test_link_of_a_removed_table_is_not_found_and_says_what_to_do(
        self, client: Client, ann: User, table: Table, language: str, said: str
    ) -> None:
        """W12"""
        address = at(table)
        events.remove_table(ann, table)
        answer = client.get(address, headers={"Accept-Language": language})
        assert answer.status_code == 404
        assert said in answer.content.decode()
        assert answer.headers["X-Robots-Tag"] == "noindex"

    @pytest.mark.parametrize("rest", ["", "publications/", "event/parts/"])
    def test_share_link_that_is_none_says_so(self, client: Client, db: None, rest: str) -> None:
        """W12"""
        answer = client.get(f"/shared/no-such-link/{rest}", headers={"Accept-Language": "en"})
        assert answer.status_code == 404
        assert "It was revoked or has expired" in answer.content.decode()

    def test_page_for_scorers_has_the_links_of_all_seats(self, client: Client, ann: User, event: Event, table: Table) -> None:
        client.force_login(ann)
        text = client.get(reverse("pages:sheet", args=[event.pk, table.pk])).content.decode()
        assert all(at(table, seat) in text for seat in ["", *"ESWN"])

    def test_links_are_on_no_page_behind_a_link(self, client: Client, table: Table) -> None:
        assert at(table, "N") not in client.get(at(table, "S")).content.decode()

    def test_page_of_an_event_without_a_game_says_what_is_missing(self, client: Client, ann: User, event: Event) -> None:
        any_game = events.create(ann, event.club, "Any")
        table = events.plan_table(ann, any_game, any_game.stages.get(), 1, "1")
        response = client.get(at(table))
        assert (response.status_code, 'id="sheet"' in response.content.decode()) == (200, False)

    def test_secret_is_never_logged(self, table: Table) -> None:
        secret = events.secret_for(table, "S")
        record = logging.makeLogRecord({"msg": f"GET {at(table)}state/ 200"})
        assert secret not in JsonLines().format(record)


class TestState:
    def test_state_that_is_as_it_was_is_answered_304(self, client: Client, table: Table) -> None:
        first = client.get(at(table, name="at_state"))
        again = client.get(at(table, name="at_state"), headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        send(client, at(table, name="at_write"), {"do": "enter", "round": 1, "entry": ROUND}, "first-round")
        after = client.get(at(table, name="at_state"), headers={"If-None-Match": first.headers["ETag"]})
        assert after.json()["rounds"][0]["entry"]["scores"]["E"] == 3


class TestWriting:
    def test_answer_has_the_sheet_as_it_stands_then(self, client: Client, table: Table) -> None:
        told = send(client, at(table, name="at_write"), {"do": "enter", "round": 1, "entry": ROUND}, "first-round").json()
        assert told["answer"] == {"number": 1, "version": 1}
        assert told["state"]["rounds"][0]["by"] == "Li Si"

    def test_request_sent_again_by_its_key_is_done_once_and_told_the_sheet_as_it_stands_now(
        self, client: Client, table: Table
    ) -> None:
        address = at(table, name="at_write")
        first = send(client, address, {"do": "enter", "round": 1, "entry": ROUND}, "first-round").json()
        send(client, address, {"do": "strike", "round": 1, "version": 1}, "struck")
        again = send(client, address, {"do": "enter", "round": 1, "entry": ROUND}, "first-round").json()
        assert first["answer"] == again["answer"] == {"number": 1, "version": 1}
        assert [one["version"] for one in again["state"]["rounds"]] == [2]
        other = send(client, address, {"do": "enter", "round": 2, "entry": ROUND}, "first-round")
        assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")

    def test_stale_change_is_answered_409_with_the_round_as_it_stands(self, client: Client, table: Table) -> None:
        address = at(table, name="at_write")
        send(client, address, {"do": "enter", "round": 1, "entry": ROUND}, "first-round")
        other = {**ROUND, "scores": {"E": -3, "S": 1, "W": 1, "N": 1}}
        response = send(client, address, {"do": "enter", "round": 1, "entry": other}, "second-round")
        assert (response.status_code, response.json()["code"]) == (409, "stale")
        assert response.json()["current"]["entry"]["scores"] == ROUND["scores"]

    def test_link_writes_on_no_other_table(self, client: Client, ann: User, event: Event, table: Table) -> None:
        other = events.plan_table(ann, event, event.stages.get(), 2, "8")
        send(client, at(table, name="at_write"), {"do": "enter", "round": 1, "entry": ROUND, "table": other.pk}, "first-round")
        assert SheetRound.objects.get().sheet.table == table

    def test_request_from_another_site_is_refused(self, table: Table) -> None:
        strict = Client(enforce_csrf_checks=True)
        assert (
            send(strict, at(table, name="at_write"), {"do": "enter", "round": 1, "entry": ROUND}, "first-round").status_code
            == 403
        )
        assert not SheetRound.objects.exists()

    def test_request_that_is_too_long_is_refused(self, client: Client, table: Table) -> None:
        body = {"do": "object", "text": "x" * 20_000}
        assert send(client, at(table, name="at_write"), body, "far-too-long").status_code == 413
        assert send(client, at(table, name="at_check"), body).status_code == 413

    def test_link_that_asks_too_often_is_told_when_to_ask_again(self, client: Client, table: Table, settings: Any) -> None:
        settings.THROTTLE = {**settings.THROTTLE, "sheet": "2/hour"}
        answers = [client.get(at(table, name="at_state")) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert int(answers[-1].headers["Retry-After"]) > 0
        assert client.get(at(table, "N", name="at_state")).status_code == 200, "another seat's link is another's"
        answer = send(client, at(table, name="at_write"), {"do": "enter", "round": 1, "entry": ROUND}, "first-round")
        assert answer.status_code == 200, "what is entered does not wait for who asks"


class TestChecking:
    def test_round_that_is_entered_is_refereed_and_not_stored(self, client: Client, table: Table) -> None:
        entry: dict[str, Any] = {
            "dealer": "E",
            "moves": ["W-9p", "S.hu:4"],
            "tags": {"Kind": "sheet", "Shown.S": "234p23478p55777s"},
        }
        settled = {**entry, "tags": {**entry["tags"], "Ready.E": "no", "Ready.N": "no", "Ready.W": "no"}}
        told = send(client, at(table, name="at_check"), {"round": 1, "entry": settled}).json()
        assert told["rounds"]["1"]["scores"]["S"] > 0
        assert not SheetRound.objects.exists()

    def test_what_was_not_checked_is_told_in_words(self, client: Client, ann: User, event: Event) -> None:
        other = events.create(ann, event.club, "Winter Cup", game="gouji")
        table = events.plan_table(ann, other, other.stages.get(), 1, "1")
        sheets.change_settings(ann, other, "gouji", "qingdao", 0)
        entry = {"leader": "A", "places": "C A E B D F", "moves": [], "tags": {"Kind": "sheet", "Muffled": "?>F"}}
        told = send(client, at(table, "A", name="at_check"), {"round": 1, "entry": entry}).json()
        assert "己家被誰悶" in told["rounds"]["1"]["unchecked"]

    def test_what_is_certain_of_a_blood_battle_with_one_win_is_proposed(self, client: Client, table: Table) -> None:
        entry = {"dealer": "E", "moves": ["W-7p", "S.hu:4"], "tags": {"Kind": "sheet"}}
        told = send(client, at(table, name="at_check"), {"round": 1, "entry": entry}).json()["rounds"]["1"]
        assert (told["scores"], told["certain"]) == ({}, {"E": 0, "S": 4, "W": -4, "N": 0})

    @pytest.mark.parametrize("moves", [[], ["S.angang:5555p"], ["W-7p", "S.hu"], ["W-7p", "S.hu:4", "E+1p", "E.hu"]])
    def test_nothing_is_certain_where_no_win_or_not_every_win_has_its_value(
        self, client: Client, table: Table, moves: list[str]
    ) -> None:
        entry = {"dealer": "E", "moves": moves, "tags": {"Kind": "sheet"}}
        told = send(client, at(table, name="at_check"), {"round": 1, "entry": entry}).json()["rounds"]["1"]
        assert (told["scores"], told["certain"]) == ({}, {})

    def test_hand_that_cannot_be_is_a_finding(self, client: Client, table: Table) -> None:
        entry = {"dealer": "E", "moves": ["W-7p", "S.hu:4"], "tags": {"Kind": "sheet", "Shown.S": "11119p2348p55777s"}}
        told = send(client, at(table, name="at_check"), {"round": 1, "entry": entry}).json()
        assert told["rounds"]["1"]["findings"]

    @pytest.mark.parametrize("body", [b"", b"[]", b'{"round": "1"}', b'{"round": 1000}'])
    def test_question_that_is_none_is_refused(self, client: Client, table: Table, body: bytes) -> None:
        assert client.post(at(table, name="at_check"), body, content_type="application/json").status_code == 422


class TestSettings:
    def test_organizer_sets_the_rules_of_the_sheets(self, client: Client, ann: User, event: Event) -> None:
        client.force_login(ann)
        address = reverse("pages:sheets", args=[event.pk])
        given = {"game": "sichuan", "rules": "putong max_fan=5", "rounds": "8", "base": "5"}
        assert client.post(address, given).status_code == 302
        found = SheetSettings.objects.get()
        assert (found.rules, found.rounds, found.base) == ("putong max_fan=5", 8, 5)
        assert AuditEntry.objects.filter(action="sheet.settings").exists()

    @pytest.mark.parametrize(
        "given",
        [{"rules": "no such rules"}, {"rounds": "1000"}, {"rounds": "many"}, {"base": "0"}, {"base": "x"}, {"game": "gouji"}],
    )
    def test_settings_that_cannot_be_are_refused_with_a_reason(
        self, client: Client, ann: User, event: Event, given: dict[str, str]
    ) -> None:
        client.force_login(ann)
        response = client.post(reverse("pages:sheets", args=[event.pk]), {"game": "sichuan", **given})
        assert response.status_code == 422
        assert 'role="alert"' in response.content.decode()
        assert not SheetSettings.objects.exists()

    def test_tables_are_listed_with_how_far_their_sheets_are(self, client: Client, ann: User, event: Event, table: Table) -> None:
        client.force_login(ann)
        sheets.act(sheets.Writer(table, user=ann), json.dumps({"do": "enter", "round": 1, "entry": ROUND}).encode())
        assert (
            reverse("pages:sheet", args=[event.pk, table.pk])
            in client.get(reverse("pages:sheets", args=[event.pk])).content.decode()
        )
