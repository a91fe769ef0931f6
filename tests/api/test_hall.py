"""The hall over the API: its state with an ETag that time leaves alone, and calls from first to last."""

from __future__ import annotations

from typing import Any

import pytest

from records.accounts import access, clubs
from records.accounts.models import Club, Role
from records.tournament import events, hall
from records.tournament.models import Arbiter, Event, EventRound
from records.tournament.tables.seat_links import SeatLink
from tests.links import program
from tests.people import client_of, person
from tests.records.clubs import join

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea", "tea")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    found = events.create(owner, club, "Autumn")
    for name in ("1", "2"):
        events.plan_table(owner, found, found.stages.get(), 1, name)
    return found


def test_hall_is_not_sent_again_until_somebody_does_something(owner: Any, event: Event) -> None:
    client, path = client_of(owner), f"/api/v1/events/{event.pk}/hall"
    hall.call_by_link(SeatLink(event.tables.select_related("round")[0], ""), "slow")
    by_link = program(access.share(owner, event)[1]).get(path)
    assert (client.get(path).json()["calls"], by_link.json()["calls"]) == (1, None), "links tell of no calls"
    round_ = EventRound.objects.get(stage__event=event)
    hall.run(owner, event, round_, "start")
    first = client.get(path)
    assert first.json()["now"] < first.json()["clock"]["ends_at"]
    known = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert client.get(path, **known).status_code == 304
    hall.run(owner, event, round_, "pause")
    paused = client.get(path, **known)
    assert (paused.status_code, paused.json()["clock"]["state"]) == (200, "paused")


def test_call_goes_from_a_scorer_to_an_arbiter(club: Club, event: Event) -> None:
    scorer, arbiter = join(club, "scorer", Role.SCORER).user, person("arbiter")
    Arbiter.objects.create(event=event, user=arbiter)
    path = f"/api/v1/events/{event.pk}/calls"
    table = event.tables.get(name="2")
    asked = {"table": table.pk, "reason": "dispute", "text": "two said gang"}
    made = client_of(scorer).post(path, asked, format="json")
    assert (made.status_code, made.json()["state"], made.json()["table"], made.json()["round"]) == (201, "open", "2", 1)
    assert client_of(scorer).post(path, {**asked, "reason": "slow"}, format="json").json() == made.json()
    assert client_of(scorer).get(path).status_code == 403
    answers = client_of(arbiter)
    one = f"{path}/{made.json()['id']}"
    assert answers.get(path).json() == {"open": [made.json()], "closed": []}
    for sent, state in (("taken", "taken"), ("closed", "closed"), ("open", "taken"), ("closed", "closed")):
        answer = answers.patch(one, {"state": sent, "outcome": "both stand"}, format="json")
        assert (answer.status_code, answer.json()["state"]) == (200, state)
    closed = answers.get(path).json()["closed"]
    assert [(row["outcome"], row["taken_by"], row["closed_by"]) for row in closed] == [("both stand", "arbiter", "arbiter")]
    taken = answers.patch(one, {"state": "taken"}, format="json")
    assert (taken.status_code, taken.json()["code"]) == (409, "call-state")
