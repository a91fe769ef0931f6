"""The pages of penalties and appeals, without a browser."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from records.archive.models import Match
from records.tournament import appeals, events, penalties
from records.tournament.models import Event
from referee.tournament.ranking.rulings import findings_of
from tests.frontend.clients import page
from tests.links import at as at_table
from tests.links import seated
from tests.records.evening import publish, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(owner: Any, event: Event) -> Match:
    return upload(event.club, owner, text("sichuan/three-suits", Table="1"))[0]


GIVE = "?edit=give"


def at(event: Event, path: str = "") -> str:
    return f"/events/{event.pk}/decisions/{path}"


def test_penalty_is_given_step_by_step_and_once(reader: Client, event: Event, match: Match) -> None:
    table, entrant = event.tables.get().pk, event.entrants.get(name="A").pk
    assert f"table={table}" in page(reader.get(at(event, GIVE)))
    assert f"entrant={entrant}" in page(reader.get(at(event, f"{GIVE}&table={table}")))
    step = f"{GIVE}&table={table}&entrant={entrant}"
    assert "offence=telephone" in page(reader.get(at(event, step)))
    assert "Proposed:" in page(reader.get(at(event, f"{step}&offence=early-draw")))
    form = {
        "action": "give",
        "table": table,
        "entrant": entrant,
        "offence": "early-draw",
        "grade": "warning",
        "at_round": "1",
        "after": "0",
    }
    for _ in range(2):
        assert reader.post(at(event, GIVE), form).status_code == 302
    assert [one.grade for one in event.penalties.all()] == ["warning"]
    again = page(reader.get(at(event, f"{step}&offence=early-draw")))
    assert ("in place of warning" in again, "What this player has had" in again) == (True, True)


def test_penalty_is_prefilled_from_a_finding_of_the_matchs_page(reader: Client, event: Event, match: Match) -> None:
    assert match.current_judgement is not None
    key, finding = next(iter(findings_of(match.current_judgement.verdict).items()))
    given = {"match": str(match.pk), **key.as_dict()}
    address = at(event, f"{GIVE}&{urlencode(given)}")
    assert address.replace("&", "&amp;") in page(reader.get(f"/matches/{match.pk}/"))
    confirm = page(reader.get(address))
    assert ("24 points off" in confirm, finding["clause"] in confirm) == (True, True)
    form = {**given, "action": "give", "grade": "points-24", "offence": "false-win", "at_round": key.round, "at_move": key.move}
    assert reader.post(at(event, GIVE), form).status_code == 302
    one = event.penalties.get()
    assert (one.finding, one.amount, one.round, one.seat) == (key.as_dict(), "24", key.round, key.seat)


def test_what_was_typed_stays_when_it_is_refused(reader: Client, event: Event, match: Match) -> None:
    table, entrant = event.tables.get(), event.entrants.get(name="A").pk
    form = {
        "action": "give",
        "table": table.pk,
        "entrant": entrant,
        "offence": "telephone",
        "grade": "points",
        "amount.points": "4",
    }
    form |= {"reason": "x" * 2001, "amount.placement": "9"}
    shown = page(reader.post(at(event, GIVE), form), 422)
    assert "x" * 2001 in shown
    assert re.findall(r'<option value="(\d)" selected', shown) == ["4"]
    assert re.search(r'value="points"[^>]* checked', shown)
    thing = appeals.things_at(table)[0].name
    appeals.make(events.SeatLink(table, "E"), "E", thing, "Not so.")
    appeal = {"action": "appeal", "seat": "E", "thing": thing, "text": "Nor was it mine."}
    address = at_table(table, "E")
    assert "Nor was it mine." in page(seated(table, "E", reader).post(address, appeal), 409)
    answer = {"outcome": "dismissed", "decision": "corrected", "score.E": "many", "reason": "We looked at it."}
    shown = page(reader.post(f"/events/{event.pk}/decisions/1/", {"action": "answer", **answer}), 422)
    assert ("We looked at it." in shown, 'value="many"' in shown) == (True, True)


def test_tables_of_the_round_of_now_are_offered_before_planned_ones(
    reader: Client, owner: Any, event: Event, match: Match
) -> None:
    for number in (2, 3):
        events.plan_table(owner, event, event.stages.get(), number, "1")
    assert re.findall(r"Round (\d)", page(reader.get(at(event, GIVE)))) == ["2", "1", "3"]


def test_everybody_reads_penalties_with_sums_and_members_why(
    reader: Client, visitor: Client, owner: Any, event: Event, match: Match
) -> None:
    table, entrant = event.tables.select_related("event").get(), event.entrants.get(name="A")
    for grade, amount in (("warning", ""), ("warning", ""), ("points", "3")):
        penalties.give(owner, event, entrant, grade, table=table, amount=amount, offence="telephone", reason="It rang.")
    penalties.cancel(owner, event, 1, "Another's.")
    for client in (reader, visitor):
        listed, parts = page(client.get(at(event))), page(client.get(at(event, "?part=parts")))
        assert ("points off 3" in listed, "cancelled by 4" in listed) == (True, True)
        assert ("It rang." in listed, "It rang." in parts) == (client is reader,) * 2


def test_settings_and_catalogue_are_set_on_the_page(reader: Client, event: Event) -> None:
    settings = f"/events/{event.pk}/settings/"
    assert reader.post(settings, {"action": "set_penalties", "appeals_until": "day", "appeals_allowed": "2"}).status_code == 302
    event.refresh_from_db()
    assert (event.penalties_count, event.warnings_lapse, event.appeals_until, event.appeals_allowed) == (False, False, "day", 2)
    refused = page(reader.post(settings, {"action": "catalogue", "text": '[[grade]]\ncode = "x"\n'}), 422)
    assert "Line 1: grade.1.effect: expected one of" in refused
    assert "code = &quot;x&quot;" in refused
    good = '{"grade": [{"code": "card", "name": "Yellow card", "effect": "none"}]}'
    assert reader.post(settings, {"action": "catalogue", "text": good}).status_code == 302
    assert "Yellow card" in page(reader.get(at(event)))
    assert reader.post(at(event), {"action": "remind", "offence": "telephone"}).status_code == 422
    assert reader.post(settings, {"action": "catalogue", "text": ""}).status_code == 302
    assert reader.post(at(event), {"action": "remind", "offence": "telephone"}).status_code == 302


def test_player_objects_by_the_link_and_an_arbiter_answers_with_finding_board_and_clause_in_view(
    reader: Client, visitor: Client, event: Event, match: Match
) -> None:
    address = at_table(event.tables.get(), "E")
    seated(event.tables.get(), "E", visitor)
    thing = appeals.things_at(event.tables.get())[0].name
    assert f'value="{thing}"' in page(visitor.get(address))
    assert visitor.post(address, {"action": "appeal", "thing": thing, "text": "I had two suits."}).status_code == 302
    assert "I had two suits." in page(visitor.get(address))
    assert "Appeal 1 by A is not answered yet." in page(reader.get(f"/events/{event.pk}/decisions/"))
    view = page(reader.get(f"/events/{event.pk}/decisions/1/"))
    assert [said for said in ("I had two suits.", "data-round-frames", 'class="clause"') if said not in view] == []
    answer = {"action": "answer", "outcome": "dismissed", "reason": "Three suits lie there.", "decision": "upheld"}
    assert reader.post(f"/events/{event.pk}/decisions/1/", answer).status_code == 302
    assert event.rulings.get().decision == "upheld"
    for client, where in ((visitor, address), (reader, f"/events/{event.pk}/decisions/")):
        assert "Three suits lie there." in page(client.get(where))


def test_appeal_against_a_penalty_shows_it_and_its_moment(
    reader: Client, visitor: Client, owner: Any, event: Event, match: Match
) -> None:
    table, entrant = event.tables.select_related("event").get(), event.entrants.get(name="A")
    penalties.give(owner, event, entrant, "warning", table=table, reason="late", moment=penalties.Moment(7, 3))
    appeal = {"action": "appeal", "thing": "penalty:1", "text": "no"}
    assert seated(table, "E", visitor).post(at_table(table, "E"), appeal).status_code == 302
    view = page(reader.get(f"/events/{event.pk}/decisions/1/"))
    assert ('data-move="3"' in view, "Cancel the penalty with it" in view) == (True, True)
    answer = {"action": "answer", "outcome": "upheld", "reason": "ok", "cancel": "1"}
    assert reader.post(f"/events/{event.pk}/decisions/1/", answer).status_code == 302
    assert event.penalties.filter(cancels=1).exists()


def test_published_page_lists_penalties_and_appeals(reader: Client, owner: Any, event: Event, match: Match) -> None:
    table, entrant = event.tables.select_related("event").get(), event.entrants.get(name="A")
    penalties.give(owner, event, entrant, "placement", table=table, amount="1/2", reason="late")
    appeals.make(events.SeatLink(table, "E"), "E", "penalty:1", "I was there.")
    number = publish(owner, event, "tomorrow").number
    shown = page(reader.get(f"/events/{event.pk}/results/{number}/"))
    told = ("placement points off 1/2", "I was there.", "an appeal is not answered", "CSV: Penalties", "CSV: Appeals")
    assert [said for said in told if said not in shown] == []
