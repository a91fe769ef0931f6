"""The pages of a hall as they are sent: who sees what, in which language, and that a call can be made without scripts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client, override_settings

from records.accounts.models import Club
from records.tournament import events, hall
from records.tournament.models import Entrant, Event, EventRound, PlannedSeat, RefereeCall, Table
from tests.frontend.clients import page
from tests.links import at, opened, seated

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true"}
CALL = {"action": "call", "reason": "rule"}


@pytest.fixture
def table(owner: Any, event: Event) -> Table:
    """The first of two tables at which somebody is to sit."""
    for name in ("1", "2"):
        made = events.plan_table(owner, event, event.stages.get(), 1, name)
        entrant = Entrant.objects.create(event=event, name=f"Li of {name}")
        PlannedSeat.objects.create(table=made, seat="E", entrant=entrant)
    return event.tables.select_related("event", "round").get(name="1")


def state_in(text: str) -> dict[str, Any]:
    found = re.search(r'<script id="state" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    document: dict[str, Any] = json.loads(found[1])
    return document


@pytest.mark.parametrize(
    ("asked", "language", "said"), [("zh-Hans", "zh-Hans", "东家"), ("", "en", "East"), ("tlh", "en", "East")]
)
def test_screen_speaks_the_language_of_its_address_and_names_stay_text(
    visitor: Client, table: Table, asked: str, language: str, said: str
) -> None:
    Entrant.objects.filter(name="Li of 1").update(name="</script><b>Li")
    answer = visitor.get(f"/events/{table.event_id}/hall/", {"lang": asked} if asked else {})
    assert "</script><b>" not in answer.content.decode()
    text = page(answer)
    assert state_in(text)["tables"][0]["people"][0]["name"] == "</script><b>Li"
    assert f'<html lang="{language}"' in text
    words = re.search(r'<script id="words" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert words is not None
    assert json.loads(words[1])["seats"][0]["E"] == said


def test_state_is_sent_once_and_its_time_every_time(reader: Client, owner: Any, table: Table) -> None:
    path = f"/api/v1/events/{table.event_id}/hall"
    first = reader.get(path)
    again = reader.get(path, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert int(again["Server-Time"]) >= int(first["Server-Time"])
    hall.run(owner, table.event, EventRound.objects.get(stage__event=table.event), "start")
    assert reader.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_clock_is_run_by_buttons_and_undone_and_its_part_is_drawn_anew_only_after_a_change(reader: Client, table: Table) -> None:
    path = f"/events/{table.event_id}/tables/"
    for command in ("start", "pause", "go_on", "end", "reset"):
        assert f'value="{command}"' in page(reader.get(path))
        assert reader.post(path, {"action": command}).status_code == 302
    clock = EventRound.objects.get(clock_revision__gt=0)
    part = reader.get(path, **PART)
    assert reader.get(path, HTTP_IF_NONE_MATCH=part["ETag"], **PART).status_code == 304
    assert (clock.started_at, reader.post(path, {"action": "undo", "revision": clock.clock_revision}).status_code) == (None, 302)
    clock.refresh_from_db()
    assert clock.ended_at is not None
    assert b'value="undo"' in reader.get(path, HTTP_IF_NONE_MATCH=part["ETag"], **PART).content


def test_refused_change_of_the_clock_is_explained_on_the_page(reader: Client, table: Table) -> None:
    for sent, status, why in (
        ({"action": "set_times", "length": "9" * 40}, 422, "Expected a length"),
        ({"action": "pause"}, 409, "The clock of this round is in no state for this now."),
        ({"action": "give_time", "table": "0", "minutes": "5"}, 404, ""),
    ):
        assert why in page(reader.post(f"/events/{table.event_id}/tables/", sent), status)


def test_extra_time_is_given_listed_shown_at_the_table_and_taken_back(reader: Client, visitor: Client, table: Table) -> None:
    path = f"/events/{table.event_id}/tables/"
    reader.post(path, {"action": "give_time", "table": table.pk, "minutes": "7", "reason": "a ruling"})
    assert "Table 1: 7 min extra" in page(reader.get(path))
    at_the_table = page(seated(table, browser=visitor).get(at(table)))
    assert ("7 min extra" in at_the_table, "1:07:00" in at_the_table) == (True, True)
    reader.post(path, {"action": "take_back", "table": table.pk, "given": 1})
    table.refresh_from_db()
    assert table.extra_times == []


def test_event_without_tables_says_what_to_do_first(reader: Client, owner: Any, club: Club) -> None:
    empty = events.create(owner, club, "Empty")
    assert "No table is planned yet." in page(reader.get(f"/events/{empty.pk}/tables/"))
    assert reader.post(f"/events/{empty.pk}/tables/", {"action": "start"}).status_code == 404
    assert state_in(page(reader.get(f"/events/{empty.pk}/hall/")))["round"] is None


def test_table_calls_without_an_account_and_is_told_who_comes_and_the_call_is_closed(
    reader: Client, visitor: Client, table: Table
) -> None:
    east, south = (at(table, seat) for seat in "ES")
    seated(table, "ES", visitor)
    assert visitor.post(east, {"action": "call", "reason": "rule", "note": "may I?"}).status_code == 302
    assert visitor.post(south, {"action": "call", "reason": "score"}).status_code == 302
    call = RefereeCall.objects.get()
    assert (call.seat, call.reason, call.called_by) == ("E", "rule", None)
    assert ["Take the call back" in page(visitor.get(path)) for path in (east, south)] == [True, False]
    assert visitor.post(south, {"action": "withdraw", "call": call.pk}).status_code == 403
    listed = f"/events/{table.event_id}/decisions/"
    text = page(reader.get(listed))
    assert [said for said in ("a question about a rule", "Li of 1", "I am coming") if said not in text] == []
    part = visitor.get(east, **PART)
    reader.post(listed, {"action": "take", "call": call.pk})
    told = visitor.get(east, HTTP_IF_NONE_MATCH=part["ETag"], **PART)
    assert re.search(r"<b>owner</b>\s*has taken the call and is coming\.", page(told))
    assert visitor.get(east, HTTP_IF_NONE_MATCH=told["ETag"], **PART).status_code == 304
    reader.post(listed, {"action": "close", "call": call.pk, "outcome": "yes, that was legal"})
    closed = page(reader.get(listed))
    assert ("No open calls." in closed, "yes, that was legal" in closed) == (True, True)
    reader.post(listed, {"action": "reopen", "call": call.pk})
    assert "taken by owner" in page(reader.get(listed))
    assert visitor.post(east, {"action": "withdraw", "call": call.pk}).status_code == 302
    assert "Call a referee" in page(visitor.get(south))


def test_links_that_ended_or_were_forged_open_nothing(visitor: Client, table: Table) -> None:
    old = events.secret_for(table, "E")
    seated(table, "E", visitor)
    pages = [at(table, seat, page) for seat in ("", "E") for page in ("", "enter/")]
    events.end_links(table)
    assert {visitor.get(f"/s/{secret}/").status_code for secret in (old, f"{table.pk}.E.1.forged", "x")} == {404}
    for path in pages:
        answer = visitor.get(path)
        assert (answer.status_code, "Scan the code on the card" in page(answer, 404)) == (404, True)
    assert visitor.post(pages[0], CALL).status_code == 404


def test_one_telephone_holds_the_seats_of_two_tables_and_asks_for_each_by_its_own(
    visitor: Client, owner: Any, table: Table
) -> None:
    other = events.plan_table(owner, table.event, table.round.stage, 1, "9")
    for one, seat in ((table, "E"), (other, "S"), (table, "N")):
        opened(events.secret_for(one, seat), visitor)
    assert visitor.post(at(table, "N"), CALL).status_code == 302
    assert visitor.post(at(other, "S"), CALL).status_code == 302
    assert set(RefereeCall.objects.values_list("table", "seat")) == {(table.pk, "N"), (other.pk, "S")}
    for seat in ("", "W"):
        assert visitor.post(at(table, seat), CALL).status_code == 404, "nobody opened that link"
    assert visitor.get(at(other, "E")).status_code == 404
    elsewhere = at(table, "E").replace(str(table.event_id), str(events.create(owner, table.event.club, "Another").pk))
    assert visitor.get(elsewhere).status_code == 404


@override_settings(THROTTLE={"call": "1/hour"})
def test_call_too_often_is_refused_and_a_script_is_told_in_the_part(visitor: Client, table: Table) -> None:
    path = at(seated(table, "E", visitor) and table, "E")
    visitor.post(path, CALL)
    assert visitor.post(path, CALL).status_code == 429
    assert "raise a hand" in page(visitor.post(path, CALL, **PART))
