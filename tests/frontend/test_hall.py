"""The pages of a hall as they are sent: who sees what, in which language, and that a call can be made without scripts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client, override_settings

from records import access, clubs, events, hall
from records.events.tables.seat_links import SeatLink
from records.models import Arbiter, Club, Entrant, Event, EventRound, PlannedSeat, RefereeCall, RoundClock, Table
from tests.frontend.clients import english_client, page
from tests.people import person

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea", "tea")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    found = events.create(owner, club, "Autumn")
    for name in ("1", "2"):
        table = events.plan_table(owner, found, found.stages.get(), 1, name)
        entrant = Entrant.objects.create(event=found, name=f"Li of {name}")
        PlannedSeat.objects.create(table=table, seat="E", entrant=entrant)
    return found


@pytest.fixture
def table(event: Event) -> Table:
    return event.tables.select_related("event", "round").get(name="1")


@pytest.fixture
def visitor() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def state_in(text: str) -> dict[str, Any]:
    found = re.search(r'<script id="state" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    document: dict[str, Any] = json.loads(found[1])
    return document


class TestScreen:
    def test_screen_is_for_whoever_may_see_the_event(self, owner: Any, event: Event, visitor: Client) -> None:
        path = f"/events/{event.pk}/hall/"
        assert visitor.get(path).status_code == 404
        arbiter = person("arbiter")
        assert english_client(arbiter).get(path).status_code == 404
        Arbiter.objects.create(event=event, user=arbiter)
        for client in (english_client(owner), english_client(arbiter)):
            assert state_in(page(client.get(path)))["tables"][0]["people"][0]["name"] == "Li of 1"
        events.change(owner, event, public=True)
        assert visitor.get(path).status_code == 200

    def test_share_link_opens_the_screen_until_it_is_revoked(self, owner: Any, event: Event, visitor: Client) -> None:
        link, secret = access.share(owner, event)
        for path in (f"/shared/{secret}/hall/", f"/shared/{secret}/hall/state/"):
            assert visitor.get(path).status_code == 200
        access.revoke_link(owner, link)
        assert visitor.get(f"/shared/{secret}/hall/").status_code == 404

    @pytest.mark.parametrize(
        ("asked", "language", "said"),
        [
            ("zh", "zh-Hant", "東家"),
            ("zh-Hans", "zh-Hans", "东家"),
            ("en", "en", "East"),
            ("", "en", "East"),
            ("tlh", "en", "East"),
        ],
    )
    def test_screen_speaks_the_language_of_its_address(
        self, owner: Any, event: Event, asked: str, language: str, said: str
    ) -> None:
        text = page(english_client(owner).get(f"/events/{event.pk}/hall/", {"lang": asked} if asked else {}))
        assert f'<html lang="{language}"' in text
        words = re.search(r'<script id="words" type="application/json">(.*?)</script>', text, re.DOTALL)
        assert words is not None
        assert json.loads(words[1])["seats"][0]["E"] == said

    def test_name_that_looks_like_markup_stays_text(self, owner: Any, event: Event) -> None:
        Entrant.objects.filter(name="Li of 1").update(name="</script><b>Li")
        text = english_client(owner).get(f"/events/{event.pk}/hall/").content.decode()
        assert "</script><b>" not in text
        assert state_in(text)["tables"][0]["people"][0]["name"] == "</script><b>Li"

    def test_state_is_sent_once_and_its_time_every_time(self, owner: Any, event: Event) -> None:
        client, path = english_client(owner), f"/events/{event.pk}/hall/state/"
        first = client.get(path)
        again = client.get(path, HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert int(again["Server-Time"]) >= int(first["Server-Time"])
        hall.run(owner, event, EventRound.objects.get(stage__event=event), "start")
        assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


class TestClock:
    def test_clock_is_run_by_buttons_and_each_can_be_undone(self, owner: Any, event: Event) -> None:
        client, path = english_client(owner), f"/events/{event.pk}/clock/"
        for command in ("start", "pause", "continue", "end", "reset"):
            assert f'value="{command}"' in page(client.get(path))
            assert client.post(path, {"command": command}).status_code == 302
        clock = RoundClock.objects.get()
        assert clock.started_at is None
        assert client.post(path, {"undo": clock.revision}).status_code == 302
        clock.refresh_from_db()
        assert clock.ended_at is not None

    def test_refused_change_is_explained_on_the_page(self, owner: Any, event: Event) -> None:
        client, path = english_client(owner), f"/events/{event.pk}/clock/"
        for sent, status, why in (
            ({"length": "0", "warning": "5"}, 422, "Expected a length from 1 to 600 minutes, found 0."),
            ({"length": "9" * 40}, 422, "Expected a length"),
            ({"command": "pause"}, 409, "The clock of this round is in no state for this now."),
            ({"undo": "7"}, 409, "The clock was changed meanwhile"),
        ):
            answer = client.post(path, sent)
            assert (answer.status_code, why in answer.content.decode()) == (status, True)

    def test_extra_time_is_given_listed_and_taken_back(self, owner: Any, event: Event, table: Table) -> None:
        client, path = english_client(owner), f"/events/{event.pk}/clock/"
        client.post(path, {"table": table.pk, "minutes": "5", "reason": "a ruling"})
        assert "Table 1: 5 min extra" in page(client.get(path))
        client.post(path, {"take_back": table.extra_times.get().pk})
        assert not table.extra_times.exists()
        assert client.post(path, {"table": "0", "minutes": "5"}).status_code == 404

    def test_event_without_tables_says_what_to_do_first(self, owner: Any, club: Club) -> None:
        empty = events.create(owner, club, "Empty")
        client = english_client(owner)
        assert "No round is planned yet." in page(client.get(f"/events/{empty.pk}/clock/"))
        assert client.post(f"/events/{empty.pk}/clock/", {"command": "start"}).status_code == 404
        assert state_in(page(client.get(f"/events/{empty.pk}/hall/")))["round"] is None

    def test_part_is_drawn_anew_only_after_a_change(self, owner: Any, event: Event) -> None:
        client, path = english_client(owner), f"/events/{event.pk}/clock/"
        first = client.get(path, **PART)
        assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"], **PART).status_code == 304
        client.post(path, {"command": "start"})
        assert b"Undo start" in client.get(path, HTTP_IF_NONE_MATCH=first["ETag"], **PART).content


class TestCalls:
    def test_arbiter_takes_and_closes_calls_and_a_scorer_sees_none(self, event: Event, table: Table) -> None:
        call = hall.call_by_link(SeatLink(table, "E"), "rule", "may I?")
        arbiter = person("arbiter")
        Arbiter.objects.create(event=event, user=arbiter)
        client = english_client(arbiter)
        listed, one = f"/events/{event.pk}/calls/", f"/events/{event.pk}/calls/{call.pk}/"
        text = page(client.get(listed))
        assert all(said in text for said in ("a question about a rule", "may I?", "Li of 1", "I am coming"))
        client.post(one, {"take": "1"})
        assert "taken by arbiter" in page(client.get(listed))
        client.post(one, {"close": "1", "outcome": "yes, that was legal"})
        closed = page(client.get(listed))
        assert "No open calls." in closed
        assert "yes, that was legal" in closed
        client.post(one, {"reopen": "1"})
        assert "taken by arbiter" in page(client.get(listed))

    def test_call_that_another_has_taken_is_said_to_be(self, owner: Any, event: Event, table: Table) -> None:
        call = hall.call_by_link(SeatLink(table, "E"), "rule")
        arbiter = person("arbiter")
        Arbiter.objects.create(event=event, user=arbiter)
        hall.take(arbiter, call)
        answer = english_client(owner).post(f"/events/{event.pk}/calls/{call.pk}/", {"take": "1"})
        assert (answer.status_code, "arbiter has taken this call." in answer.content.decode()) == (409, True)


class TestTable:
    def test_table_calls_joins_and_takes_back_without_an_account(self, visitor: Client, table: Table) -> None:
        east, south = (f"/at/{events.secret_for(table, seat)}/calls/" for seat in "ES")
        assert visitor.post(east, {"reason": "rule"}).status_code == 302
        assert visitor.post(south, {"reason": "score"}).status_code == 302
        call = RefereeCall.objects.get()
        assert (call.seat, call.reason, call.called_by) == ("E", "rule", None)
        assert "Take the call back" in page(visitor.get(east))
        assert "Take the call back" not in page(visitor.get(south))
        assert visitor.post(f"{south}{call.pk}/withdraw/").status_code == 403
        assert visitor.post(f"{east}{call.pk}/withdraw/").status_code == 302
        assert "Call a referee" in page(visitor.get(south))

    def test_who_called_is_told_who_is_coming(self, owner: Any, visitor: Client, table: Table) -> None:
        path = f"/at/{events.secret_for(table)}/calls/"
        visitor.post(path, {"reason": "slow"})
        part = visitor.get(path, **PART)
        hall.take(owner, RefereeCall.objects.get())
        told = visitor.get(path, HTTP_IF_NONE_MATCH=part["ETag"], **PART)
        assert re.search(r"<b>owner</b>\s*has taken the call and is coming\.", page(told))
        assert visitor.get(path, HTTP_IF_NONE_MATCH=told["ETag"], **PART).status_code == 304

    def test_links_that_ended_or_were_forged_open_nothing(self, visitor: Client, table: Table) -> None:
        old = f"/at/{events.secret_for(table, 'E')}/calls/"
        events.end_links(table)
        for path in (old, f"/at/{table.pk}.E.1.forged/calls/", "/at/x/calls/"):
            assert (visitor.get(path).status_code, visitor.post(path, {"reason": "rule"}).status_code) == (404, 404)

    def test_link_of_a_table_reaches_no_call_of_another(self, event: Event, visitor: Client, table: Table) -> None:
        elsewhere = event.tables.select_related("event", "round").get(name="2")
        call = hall.call_by_link(SeatLink(elsewhere, ""), "slow")
        path = f"/at/{events.secret_for(table)}/calls/{call.pk}/withdraw/"
        assert visitor.post(path).status_code == 404

    @override_settings(THROTTLE={"call": "1/hour"})
    def test_call_too_often_is_refused_and_a_script_is_told_in_the_part(self, visitor: Client, table: Table) -> None:
        path = f"/at/{events.secret_for(table, 'E')}/calls/"
        visitor.post(path, {"reason": "rule"})
        assert visitor.post(path, {"reason": "rule"}).status_code == 429
        assert "raise a hand" in page(visitor.post(path, {"reason": "rule"}, **PART))

    def test_clock_of_the_table_has_its_extra_time(self, owner: Any, event: Event, visitor: Client, table: Table) -> None:
        hall.give_time(owner, event, table, 7)
        text = page(visitor.get(f"/at/{events.secret_for(table)}/calls/"))
        assert "7 min extra" in text
        assert "1:07:00" in text
