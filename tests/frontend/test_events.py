"""The pages of events: an organizer's way from making one to ruling, and what others see of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from records.accounts.models import Club
from records.tournament import events, hall
from records.tournament.models import Event, PlannedSeat
from records.wording.figures import exact
from tests.frontend.clients import page
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db


def make(reader: Client) -> Event:
    answer = reader.post("/clubs/lions/events/", {"action": "create", "name": EVENT, "starts": "2026-11-14"})
    event = Event.objects.get()
    assert answer["Location"] == f"/events/{event.pk}/"
    return event


def the_form(text: str) -> tuple[str, str, dict[str, str]]:
    """The only form to rule by that lies open: its address, what it says, and its hidden fields."""
    [(address, said)] = re.findall(r'<details class="rule-form" open>.*?<form method="post" action="([^"]+)">(.*?)</form>', text)
    given = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', said))
    given.pop("csrfmiddlewaretoken")
    return address, said, {**given, "action": "rule"}


def test_created_event_shows_its_matches_and_who_is_planned(reader: Client, owner: Any, club: Club) -> None:
    upload(club, owner, text(Table="7"))
    event = make(reader)
    assert "Table 7" in page(reader.get(f"/events/{event.pk}/tables/"))
    table = events.plan_table(owner, event, event.stages.get(), 1, "8")
    PlannedSeat.objects.create(table=table, seat="W", entrant=events.add_entrant(owner, event, "Li <Si>"))
    assert "West</span><bdi>Li &lt;Si&gt;</bdi>" in page(reader.get(f"/events/{event.pk}/tables/"))
    assert EVENT in page(reader.get("/clubs/lions/events/"))


def test_refused_event_is_explained_and_keeps_the_form(reader: Client, club: Club) -> None:
    shown = page(reader.post("/clubs/lions/events/", {"action": "create", "name": EVENT, "starts": "soon"}), 422)
    assert "starts: expected YYYY.MM.DD, found “soon”" in shown
    assert f'value="{EVENT}"' in shown


def test_unresolved_finding_leads_to_the_form_that_rules_on_it(reader: Client, owner: Any, club: Club) -> None:
    upload(club, owner, text("sichuan/score-mismatch", Table="1"))
    event = make(reader)
    where = re.search(r'href="([^"]+)">Look and rule', page(reader.get(f"/events/{event.pk}/decisions/")))
    assert where is not None
    address, _, anchor = where[1].partition("#")
    found = page(reader.get(address))
    assert f'id="{anchor}"' in found
    form, _, given = the_form(found)
    wrong = {**given, "decision": "corrected", "reason": "So be it.", "score.E": "half"}
    assert "Every side needs a whole number of points." in page(reader.post(form, wrong), 422)
    answer = reader.post(form, {**given, "decision": "overruled", "reason": "They agreed <b>so</b>."})
    assert answer["Location"] == where[1]
    ruled = page(reader.get(address))
    assert "They agreed &lt;b&gt;so&lt;/b&gt;." in ruled
    assert "Rule again" in ruled
    assert "Nothing waits for a decision." in page(reader.get(f"/events/{event.pk}/decisions/"))


def test_ruling_on_a_halted_round_gives_its_score_in_the_same_form(reader: Client, owner: Any, club: Club) -> None:
    match = upload(club, owner, text("sichuan/not-winning", Table="1"))[0]
    event = make(reader)
    assert "Provisional: one table has no points yet." in page(reader.get(f"/events/{event.pk}/"))
    address, said, given = the_form(page(reader.get(f"/matches/{match.pk}/")))
    assert "computed scores count" not in said, "there are none"
    scores = {"score.E": "−3", "score.S": "+3", "score.W": "0", "score.N": "0"}
    more = {"decision": "upheld", "reason": "Played on without a record."}
    assert reader.post(address, {**given, **scores, "score.E": "", **more}).status_code == 422
    assert not event.rulings.exists(), "a score is missing, so nothing is ruled"
    assert reader.post(address, {**given, **scores, **more}).status_code == 302
    ruled = [(one.code, one.decision) for one in event.rulings.order_by("number")]
    assert ruled == [("not-winning", "upheld"), ("", "corrected")]
    shown = page(reader.get(f"/matches/{match.pk}/"))
    assert "East −3, South +3, West 0, North 0" in shown
    assert 'class="rule-form" open' not in shown


def test_halted_round_that_is_ruled_on_without_a_score_asks_for_it_by_itself(reader: Client, owner: Any, club: Club) -> None:
    match = upload(club, owner, text("sichuan/not-winning", Table="1"))[0]
    event = make(reader)
    address, _, given = the_form(page(reader.get(f"/matches/{match.pk}/")))
    blank = {f"score.{seat}": "" for seat in "ESWN"}
    assert reader.post(address, {**given, **blank, "decision": "upheld", "reason": "So it is."}).status_code == 302
    assert event.rulings.get().decision == "upheld"
    _, _, given = the_form(page(reader.get(f"/matches/{match.pk}/")))
    assert (given["code"], given["decision"]) == ("", "corrected")


def test_entrants_are_entered_and_two_of_one_name_are_distinguished(reader: Client, owner: Any, club: Club) -> None:
    event = make(reader)
    events.change(owner, event, open=False)
    upload(club, owner, text(people="AABC", Table="1"))
    assert "Played, but not on the list:" in page(reader.get(f"/events/{event.pk}/people/"))
    reader.post(f"/events/{event.pk}/people/", {"action": "add_everybody"})
    unresolved = page(reader.get(f"/events/{event.pk}/decisions/"))
    assert "At two seats of one table:" in unresolved
    found = re.search(r'class="seat-form">.*?name="table" value="(\d+)"', unresolved)
    assert found is not None
    said = {"seat.E": "A", "seat.S": "A the younger", "seat.W": "B", "seat.N": "C"}
    reader.post(f"/events/{event.pk}/decisions/", {"action": "seat", "table": found[1], **said})
    reader.post(f"/events/{event.pk}/people/", {"action": "add", "name": "A the younger", "team": "Reds"})
    assert "Nothing waits for a decision." in page(reader.get(f"/events/{event.pk}/decisions/"))
    assert "Reds" in page(reader.get(f"/events/{event.pk}/"))


def test_exact_figure_is_written_as_people_write_it() -> None:
    written = {"7/2": "3 1/2", "-1/2": "−1/2", "-3": "−3", "0": "0", None: "–"}
    assert {figure: exact(figure) for figure in written} == written


def test_every_page_of_an_event_counts_the_same_behind_its_tabs(reader: Client, owner: Any, club: Club) -> None:
    upload(club, owner, text("sichuan/score-mismatch", Table="1"))
    event = make(reader)
    hall.call_to(owner, events.plan_table(owner, event, event.stages.get(), 1, "7"), "dispute")

    def tabs(address: str) -> dict[str, str]:
        found = re.findall(r'<a class="tab[^"]*"[^>]* href="([^"]+)">(.*?)</a>', page(reader.get(address)))
        return {href: re.sub(r"<.*?>", "", told) for href, told in found if href.startswith(f"/events/{event.pk}/")}

    first = tabs(f"/events/{event.pk}/")
    assert first[f"/events/{event.pk}/decisions/"] == "Decisions2", "a finding and a call; an unplayed table is no decision"
    assert {address for address in first if tabs(address) != first} == set()
