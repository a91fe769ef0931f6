"""Forms that are refused: the page shows them again, with what was typed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from records.accounts.models import Club
from records.tournament.models import Event
from tests.frontend.clients import page
from tests.people import FLAGGED
from tests.records.evening import finding_of, upload

pytestmark = pytest.mark.django_db


def test_refused_ruling_keeps_reason_decision_and_scores(reader: Client, owner: Any, event: Event) -> None:
    tagged = FLAGGED.decode().replace("league night", event.name)
    [match] = upload(event.club, owner, tagged)
    ruling = {"action": "rule", "event": event.pk, **finding_of(match).as_dict(), "decision": "upheld", "unscored": "1"}
    sent = {**ruling, "reason": "It stays so.", "score.E": "seven", "score.S": "-3"}
    shown = page(reader.post(f"/matches/{match.pk}/", sent), 422)
    assert "Every side needs a whole number of points." in shown
    assert shown.count("It stays so.</textarea>") == 1
    assert re.search(r'name="score\.E"\s+value="seven"', shown)
    assert re.search(r'value="upheld"\s+required checked', shown)


def test_refused_settings_of_an_event_keep_what_was_typed(reader: Client, event: Event) -> None:
    typed = {
        "name": "Cup",
        "tag": "Autumn",
        "game": "gouji",
        "starts": "2026-11-15",
        "ends": "2026-11-14",
        "open": "",
        "public": "1",
    }
    shown = page(reader.post(f"/events/{event.pk}/settings/", {"action": "change", **typed}), 422)
    for said in (
        'name="name" value="Cup"',
        'name="tag" value="Autumn"',
        'value="gouji" selected',
        'name="ends" value="2026-11-14"',
    ):
        assert said in shown
    assert '<option value="" selected>only people on the list' in shown
    assert f"<bdi>{event.name}</bdi>" in shown, "the head names the event as it is"


def test_refused_new_event_keeps_what_was_typed(reader: Client, club: Club) -> None:
    typed = {
        "name": "Cup",
        "game": "",
        "starts": "2026-11-15",
        "ends": "2026-11-14",
        "open": "",
        "public": "1",
        "points": "3-2-1-0",
    }
    shown = page(reader.post(f"/clubs/{club.slug}/events/", {"action": "create", **typed}), 422)
    for said in (
        'value="Cup"',
        'value="3-2-1-0" selected',
        '<option value="" selected>only people',
        '<option value="1" selected>everybody',
    ):
        assert said in shown


@pytest.mark.parametrize("action", ["add_stage", "change_stage"])
def test_refused_stage_keeps_what_was_typed(reader: Client, event: Event, action: str) -> None:
    typed = {
        "stage": "1",
        "name": "Final",
        "tag": "F",
        "points": "own",
        "place": ["5", "many"],
        "carry": "1/2",
        "order": ["table-points"],
    }
    sent = {"action": action, **typed, "tie_breaks": ["table-points"], "cut": "on"}
    shown = page(reader.post(f"/events/{event.pk}/settings/", sent), 422)
    assert re.search(r'name="place"\s+value="many"', shown)
    for said in ('name="name" value="Final"', 'value="own" selected', 'value="1/2" selected', 'name="cut" checked'):
        assert shown.count(said) == 1
