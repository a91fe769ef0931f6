"""The page of an event as it follows what is played: its parts, the version, files to take along, the list of events."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from icalendar import Calendar

from records.accounts import access
from records.accounts.models import Club
from records.tournament import events, seating
from records.tournament.models import Event, PlannedSeat
from records.tournament.tables.planned_seats import plan_start
from tests.frontend.clients import page
from tests.links import opened
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
ATOM = "{http://www.w3.org/2005/Atom}"
FILES = ("rounds.ics", "results.atom", "seating.csv", "results.csv", "prescript.txt")


@pytest.fixture
def event(owner: Any, event: Event) -> Event:
    """An event of two rounds; of the second one table is in and another is planned."""
    cache.clear()
    upload(event.club, owner, text(Table="1"), text("sichuan/clean-02", "DCBA", Table="1"))
    table = events.plan_table(owner, event, event.stages.get(), 2, "2")
    for seat, name in zip("NESW", ("=1+1", "Bo", "Cy", "Di"), strict=True):
        PlannedSeat.objects.create(table=table, seat=seat, entrant=events.add_entrant(owner, event, name))
    plan_start(owner, event, 1, 2, NOON)
    event.refresh_from_db()
    return event


def ranks(page: str) -> dict[str, str]:
    """What the page compares of every entrant, by name, to mark who has moved."""
    return dict(re.findall(r'data-row="entrant-([^"]*)"\s+data-kind="places"\s+data-now="([^"]*)"', page))


def test_spectator_sees_the_round_of_now_with_open_tables_first_and_no_tools(event: Event, visitor: Client) -> None:
    shown = page(visitor.get(f"/events/{event.pk}/tables/"))
    assert shown.index("Playing now") < shown.index("1 of 2 tables in") < shown.index("Other rounds")
    assert shown.index("=1+1") < shown.index("Table 1"), "who is to sit at a planned table"
    assert [tool for tool in ("Take the match away", "When rounds start", "Enter the sheet", "Length") if tool in shown] == []


def test_spectator_sees_the_standings_with_what_the_latest_round_changed(event: Event, visitor: Client) -> None:
    shown = page(visitor.get(f"/events/{event.pk}/"))
    assert re.search(r"(▲|▼)</span>\d+", shown), "what the latest round changed"
    assert "▲</span>" not in page(visitor.get(f"/events/{event.pk}/?stage=1"))
    assert 'href="/rules/sichuan/"' in shown
    assert f"QR code of http://testserver/events/{event.pk}/" in shown


def test_first_results_change_only_the_rows_of_who_played(owner: Any, club: Club, visitor: Client) -> None:
    event = events.create(owner, club, EVENT, game="sichuan", public=True)
    for name in "ABCDEFGHIJ":
        events.add_entrant(owner, event, name)
    steps = [ranks(page(visitor.get(f"/events/{event.pk}/")))]
    for number, people in enumerate(("ABCD", "EFGH")):
        upload(club, owner, text(f"sichuan/clean-0{number + 1}", people, Table=people))
        steps.append(ranks(page(visitor.get(f"/events/{event.pk}/"))))
    changed = ["".join(sorted(name for name in after if after[name] != before[name])) for before, after in pairwise(steps)]
    assert changed[0] == "ABCD"
    assert set("EFGH") <= set(changed[1]) <= set("ABCDEFGH")


def test_parts_are_those_of_the_page_in_the_readers_language_and_made_once_for_all(
    event: Event, owner: Any, visitor: Client, django_assert_num_queries: Any
) -> None:
    for room in ("tables/", "decisions/", ""):
        whole, parts = (page(visitor.get(f"/events/{event.pk}/{room}{path}")) for path in ("", "?part=parts"))
        assert re.findall(r'id="(part-\w+)"', whole) == re.findall(r'id="(part-\w+)"', parts)
        assert ("csrfmiddlewaretoken" in parts, parts.strip() in whole) == (False, True)
    assert "赛程" in page(visitor.get(f"/events/{event.pk}/tables/?part=parts", HTTP_ACCEPT_LANGUAGE="zh-Hans"))
    with django_assert_num_queries(1):
        assert page(Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/events/{event.pk}/?part=parts")) == parts
    events.add_entrant(owner, event, "Somebody new")
    assert "Somebody new" in page(visitor.get(f"/events/{event.pk}/?part=parts"))


def test_version_is_304_by_one_query_until_something_changes(
    event: Event, owner: Any, visitor: Client, django_assert_num_queries: Any
) -> None:
    asked = f"/api/v1/events/{event.pk}"
    first = visitor.get(asked)
    assert first.json()["version"] == event.version
    known = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    with django_assert_num_queries(1):
        assert visitor.get(asked, **known).status_code == 304
    events.change(owner, event, ends="2099.01.01")
    assert visitor.get(asked, **known).json()["version"] > event.version


def test_scorer_plans_starts_by_the_form_and_a_wrong_one_changes_none(event: Event, reader: Client) -> None:
    assert 'name="1.2" value="2026-11-14T12:00"' in page(reader.get(f"/events/{event.pk}/tables/"))
    wrong = reader.post(f"/events/{event.pk}/tables/", {"action": "schedule", "1.1": "2026-11-14T09:00", "1.2": "later"})
    assert "Expected a day and a time" in page(wrong, 422)
    sent = {"action": "schedule", "1.1": "2026-11-14T09:00", "1.2": ""}
    assert reader.post(f"/events/{event.pk}/tables/", sent).status_code == 302
    starts = [one.starts_at for one in event.stages.get().rounds.order_by("number")]
    assert starts == [NOON.replace(hour=9), None]


def test_calendar_has_the_planned_rounds_and_keeps_their_identity(event: Event, owner: Any, visitor: Client) -> None:
    def entries() -> list[Any]:
        answer = visitor.get(f"/events/{event.pk}/rounds.ics")
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        return list(Calendar.from_ical(answer.content).walk("VEVENT"))

    [before] = entries()
    assert (before.decoded("dtstart"), str(before["summary"])) == (NOON, f"{EVENT}: Round 2")
    assert str(before["url"]) == f"http://testserver/events/{event.pk}/"
    plan_start(owner, event, 1, 2, NOON.replace(hour=15))
    [after] = entries()
    assert (after["uid"], after.decoded("dtstart").hour) == (before["uid"], 15)
    assert after.decoded("sequence") > before.decoded("sequence")


def test_feed_has_an_entry_for_each_table_with_points(event: Event, visitor: Client) -> None:
    feed = ElementTree.fromstring(visitor.get(f"/events/{event.pk}/results.atom").content)
    entries = feed.findall(f"{ATOM}entry")
    assert sorted(str(one.findtext(f"{ATOM}title")) for one in entries) == ["Round 1 · Table 1", "Round 2 · Table 1"]
    ids = {str(one.findtext(f"{ATOM}id")) for one in entries}
    assert (len(ids), all(one.startswith("urn:uuid:") for one in ids)) == (2, True)
    links = {link.attrib["href"] for link in feed.findall(f"{ATOM}entry/{ATOM}link")}
    assert links == {f"http://testserver/events/{event.pk}/"}, "the matches are not public"


def table(answer: Any) -> list[dict[str, str]]:
    """The rows of a CSV."""
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_results_are_what_the_tables_gave_with_shared_places(event: Event, visitor: Client) -> None:
    rows = table(visitor.get(f"/events/{event.pk}/results.csv"))
    assert [row["round"] for row in rows] == ["1"] * 4 + ["2"] * 4
    for one in ("1", "2"):
        points = [int(row["points"]) for row in rows if row["round"] == one]
        assert sum(points) == 0
        assert [int(row["place"]) for row in rows if row["round"] == one] == [1 + sum(b > a for b in points) for a in points]


def test_seating_is_the_planned_one_and_no_name_is_run_as_a_formula(event: Event, visitor: Client) -> None:
    rows = table(visitor.get(f"/events/{event.pk}/seating.csv"))
    planned = [(row["seat"], row["player"]) for row in rows if row["table"] == "2"]
    assert planned == [("E", "Bo"), ("S", "Cy"), ("W", "Di"), ("N", "'=1+1")]
    assert {row["starts"] for row in rows} == {"", "2026-11-14T12:00+00:00"}


def test_prescript_numbers_players_in_the_order_of_seats_and_the_house_after_all(
    event: Event, owner: Any, visitor: Client
) -> None:
    numbers = {one.name: number for number, one in enumerate(event.entrants.all(), 1)}
    line = [str(numbers[name]) for name in ("Bo", "Cy", "Di", "=1+1")]
    assert visitor.get(f"/events/{event.pk}/prescript.txt").content.decode() == "-".join(line) + "\n"
    PlannedSeat.objects.filter(table__name="2", seat="N").update(entrant=seating.add_house(owner, event, "Aa"))
    with_house = "-".join([*line[:3], str(len(numbers) + 1)])
    assert visitor.get(f"/events/{event.pk}/prescript.txt").content.decode() == f"{with_house}\n"


@pytest.mark.parametrize("name", FILES)
def test_file_with_control_characters_in_a_name_is_written(event: Event, owner: Any, visitor: Client, name: str) -> None:
    people = iter(("A\x08\x1bB", "\ufffe", "<b>&", "D\r\nX: Y"))
    upload(event.club, owner, text("sichuan/clean-02", "WXYZ", Table="3"))
    Event.objects.filter(pk=event.pk).update(name="Autumn\x07 <i>")
    event.tables.filter(name="3").update(seated=dict(zip("ESWN", people, strict=True)))
    answer = visitor.get(f"/events/{event.pk}/{name}")
    assert answer.status_code == 200
    if name == "results.atom":
        ElementTree.fromstring(answer.content)
    if name == "rounds.ics":
        Calendar.from_ical(answer.content)


@pytest.mark.parametrize("name", [*FILES, "?part=parts"])
def test_file_of_a_public_event_is_kept_a_while_and_by_a_share_link_not_at_all(
    event: Event, owner: Any, visitor: Client, name: str
) -> None:
    first = visitor.get(f"/events/{event.pk}/{name}")
    if name in FILES:
        assert first["Cache-Control"] == "public, max-age=60"
        again = visitor.get(f"/events/{event.pk}/{name}", HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again["Cache-Control"]) == (304, "public, max-age=60")
    events.change(owner, event, public=False)
    secret = access.share(owner, event)[1]
    if name in FILES:
        answer, kept = visitor.get(f"/events/{event.pk}/{name}?key={secret}"), "private, no-cache"
        led = re.findall(r"http://testserver(/[\w./?=%&;-]+)", answer.content.decode().replace("\r\n ", ""))
        assert all(f"/s/{secret}/?next=" in one or f"?key={secret}" in one for one in led), "it leads to pages by the link"
        assert {visitor.get(f"/events/{event.pk}/{name}{key}").status_code for key in ("", "?key=", "?key=x")} == {404}
    else:
        answer, kept = opened(secret).get(f"/events/{event.pk}/{name}"), "private, no-store"
    assert (answer.status_code, answer["Cache-Control"]) == (200, kept)


def test_events_are_listed_by_time_and_found_by_name(event: Event, owner: Any, club: Club, visitor: Client) -> None:
    for name, starts in (("Spring", "2999.01.01"), ("Long ago", "2001.01.01")):
        events.create(owner, club, name, starts=starts, public=True)
    shown = page(visitor.get("/events/"))
    places = [shown.index(name) for name in ("Running", EVENT, "To come", "Spring", "<h2>Over", "Long ago")]
    assert places == sorted(places)
    found = page(visitor.get("/events/?q=spring"))
    assert ("Spring" in found, EVENT in found) == (True, False)
    assert "No event has this name." in page(visitor.get("/events/?q=nothing"))
