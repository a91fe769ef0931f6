"""Seating over REST: the plan, a drawing that is only looked at, and one that is written."""

from __future__ import annotations

import pytest

from records.accounts import clubs
from records.tournament import events, seating
from records.tournament.models import PlannedSeat
from tests.people import client_of, person

pytestmark = pytest.mark.django_db


def test_rounds_are_drawn_and_read() -> None:
    ann = person("ann")
    event = events.create(ann, clubs.create(ann, "Lions"), "Cup", game="sichuan", public=True)
    seating.enter_people(ann, event, "\n".join(f"Person {number}" for number in range(17)))
    address, client = f"/api/v1/events/{event.pk}/seating", client_of(ann)
    refused = client.post(address, {"rounds": 2}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "seating-uneven")
    assert (refused.json()["over"], refused.json()["missing"]) == (1, 3)
    asked = {"rounds": 2, "seed": 7, "sit_out": True}
    shown = client.post(address, {**asked, "dry_run": True}, format="json")
    assert shown.status_code == 200
    assert not PlannedSeat.objects.exists()
    made = client.post(address, asked, format="json")
    assert made.status_code == 201
    assert made.json()["rounds"] == shown.json()["rounds"], "the same seed gives the same"
    read = client_of().get(address).json()
    assert read == made.json()
    assert [len(one["tables"]) for one in read["rounds"]] == [4, 4]
    assert [len(one["sitting_out"]) for one in read["rounds"]] == [1, 1]
    assert read["draws"][0]["counts"]["repeats"] == 0
    assert client.post(address, {"method": "magic"}, format="json").status_code == 400


def test_people_and_tables_change_places_and_rounds_are_undone() -> None:
    ann = person("ann")
    event = events.create(ann, clubs.create(ann, "Lions"), "Cup", game="sichuan", public=True)
    seating.enter_people(ann, event, "\n".join(f"Person {number}" for number in range(16)))
    address, client = f"/api/v1/events/{event.pk}/seating", client_of(ann)
    drawn = client.post(address, {"rounds": 2, "seed": 7}, format="json").json()
    rows = PlannedSeat.objects.filter(table__round__number=2, seat="E", table__name__in="14").order_by("table__name")
    one, other = rows
    changed = client.patch(address, {"round": 2, "people": [one.entrant_id, other.entrant_id]}, format="json")
    assert changed.status_code == 200, changed.content
    seats = {
        (table["table"], seat["seat"]): seat["entrant"]
        for table in changed.json()["rounds"][0]["tables"]
        for seat in table["seats"]
    }
    assert (seats["1", "E"], seats["4", "E"]) == (other.entrant.name, one.entrant.name)
    client.patch(address, {"round": 2, "people": [one.entrant_id, other.entrant_id]}, format="json")
    for _ in range(2):
        assert client.patch(address, {"round": 2, "tables": [one.table_id, other.table_id]}, format="json").status_code == 200
    assert client.get(address).json()["rounds"] == drawn["rounds"], "changing places again undoes it"
    for wrong, status in (
        ({"round": 2}, 400),
        ({"round": 2, "people": [one.entrant_id]}, 400),
        ({"round": 9, "people": [1, 2]}, 404),
        ({"round": 2, "tables": [one.table_id, 10**9]}, 404),
    ):
        assert client.patch(address, wrong, format="json").status_code == status, wrong
    assert client.delete(address).status_code == 400
    assert client.delete(f"{address}?round=2").status_code == 204
    assert [one["round"] for one in client.get(address).json()["rounds"]] == [1]
    assert client.delete(f"{address}?round=2").status_code == 404
