"""Where a match that is entered by hand can be uploaded: into the clubs, events and tables that one may upload to."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from records import clubs, events
from records.models import Club, Event, Role
from tests.frontend.clients import english_client, join
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> Event:
    """A league of a club, with a table that waits for its match."""
    ann = person("ann")
    event = events.create(ann, clubs.create(ann, "Lions"), name="League", starts="2026-11-14")
    events.plan_table(ann, event, events.stages_of(event)[0], 1, "7")
    return event


def offered(client: Client) -> Any:
    text = client.get("/enter/").content.decode()
    found = re.search(r'<script id="targets" type="application/json">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


def test_scorer_may_upload_into_the_club_its_events_and_waiting_tables(league: Event) -> None:
    (club,) = offered(join(league.club, "sam", Role.SCORER))
    assert (club["name"], club["into"]) == ("Lions", f"/clubs/{league.club.slug}/upload/")
    assert club["events"] == [{"name": "League", "tag": league.tag, "game": "", "tables": [{"name": "7", "stage": ""}]}]


def test_member_stranger_and_visitor_are_offered_no_club(league: Event) -> None:
    for client in (join(league.club, "mo", Role.MEMBER), english_client(person("zoe")), Client()):
        assert offered(client) == []


def test_event_that_names_no_tag_is_not_offered(league: Event) -> None:
    Event.objects.filter(pk=league.pk).update(tag="")
    assert offered(english_client(Club.objects.get().memberships.get(role=Role.OWNER).user))[0]["events"] == []
