"""Findings that pages tell from their key: in forms, lists and publications they have the figures of the verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from records import appeals, clubs, events
from records.events.tables.seat_links import find_seat_link, secret_for
from records.models import Event, Match
from referee.results.ranking.rulings import UPHELD, FindingKey, findings_of
from tests.frontend.clients import english_client, page
from tests.records.evening import EVENT, publish, text, upload

pytestmark = pytest.mark.django_db

SAID = "North&#x27;s win is worth ×1; the record claims ×2."
GAPS = "North&#x27;s win is worth …; the record claims …"


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""


@pytest.fixture
def event(owner: Any) -> Event:
    return events.create(owner, clubs.create(owner, "Lions", "lions"), EVENT, public=True)


@pytest.fixture
def match(owner: Any, event: Event) -> Match:
    return upload(event.club, owner, text("sichuan/value-mismatch", Table="1"))[0]


@pytest.fixture
def key(match: Match) -> FindingKey:
    found = findings_of(match.current_judgement.verdict)  # type: ignore[union-attr]
    return next(key for key in found if key.code == "value-mismatch")


def test_ruling_tells_the_figures_to_whoever_may_see_the_match(owner: Any, event: Event, match: Match, key: FindingKey) -> None:
    """W9"""
    events.rule(owner, event, match, key, UPHELD, "So it was.")
    for path in (f"/events/{event.pk}/", f"/events/{event.pk}/parts/", "/clubs/lions/audit/"):
        assert SAID in page(english_client(owner).get(path))
    publish(owner, event, "as it stands")
    of_stranger = page(Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/events/{event.pk}/"))
    assert SAID not in of_stranger
    assert GAPS in of_stranger


def test_appeal_tells_the_figures_where_it_is_made_listed_and_answered(
    owner: Any, event: Event, match: Match, key: FindingKey
) -> None:
    """W9"""
    secret = secret_for(event.tables.get(), "E")
    link = find_seat_link(secret)
    assert link is not None
    [thing] = [one for one in appeals.things_at(event.tables.get()) if one.finding == key]
    appeals.make(link, "E", thing.name, "It was worth more.")
    for path in (f"/events/{event.pk}/", f"/events/{event.pk}/appeals/", f"/events/{event.pk}/appeals/1/", f"/at/{secret}/"):
        assert "win is worth ×1; the record claims ×2." in page(english_client(owner).get(path))


def test_penalty_for_a_finding_is_given_beside_its_figures(owner: Any, event: Event, match: Match, key: FindingKey) -> None:
    """W9"""
    at = urlencode({**key.as_dict(), "match": str(match.pk), "offence": "other"})
    assert SAID in page(english_client(owner).get(f"/events/{event.pk}/penalties/give/?{at}"))


def test_publication_tells_the_figures_of_what_was_ruled_on_and_of_what_is_open(
    owner: Any, event: Event, match: Match, key: FindingKey
) -> None:
    """W9"""
    publish(owner, event, "It is late.")
    events.rule(owner, event, match, key, UPHELD, "So it was.")
    publish(owner, event, "It is late.")
    for number in (1, 2):
        assert SAID in page(Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/events/{event.pk}/publications/{number}/"))
