"""The settings of an event without codes, making one on one page, and undoing what was removed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records.accounts.models import Club
from records.tournament import events
from records.tournament.models import Entrant, Event, PlannedSeat
from referee.tournament.ranking.tie_breaks import TIE_BREAKS
from tests.frontend.clients import english_client, page
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db
STAGE = {"action": "change_stage", "stage": "1"}
UNDO = {"action": "bring_back"}


def test_settings_show_no_code_and_how_many_matches_fit_the_tag(reader: Client, owner: Any, club: Club) -> None:
    event = events.create(owner, club, EVENT, starts="2026.11.14")
    events.change_stage(owner, event.stages.get(), carry="3/5")
    upload(event.club, owner, text(Table="1"), text("sichuan/clean-02", Table="2"))
    events.detach(owner, event.tables.get(name="2"))
    event.excluded_matches.all().delete()
    shown = page(reader.get(f"/events/{event.pk}/settings/"))
    seen = re.sub(r"<[^>]*>", " ", re.sub(r"<script.*?</script>", "", shown))
    assert [name for name in TIE_BREAKS if "-" in name and name in seen] == []
    said = ("head to head", "One match is at its tables.", "One more in the club fits.")
    assert [one for one in said if one not in shown] == []
    assert 'type="date" name="starts" value="2026-11-14"' in shown
    assert '<option value="3/5" selected>' in shown, "an unusual part that is carried stays chosen"


def test_event_is_made_on_one_page_and_set_by_what_its_fields_send(reader: Client, club: Club) -> None:
    sent = {
        "action": "create",
        "name": "League",
        "game": "",
        "starts": "2026-12-01",
        "ends": "",
        "open": "",
        "public": "1",
        "points": "4-2-1-0",
    }
    assert reader.post("/clubs/lions/events/", {"action": "create", **sent}).status_code == 302
    made = Event.objects.get(name="League")
    assert (made.starts, made.open, made.public) == ("2026.12.01", False, True)
    assert made.stages.get().placement == ["4", "2", "1", "0"]
    sent = {
        "action": "change",
        "name": "Cup",
        "tag": "Cup",
        "game": "gouji",
        "starts": "2026-11-15",
        "ends": "2026-11-16",
        "open": "1",
        "public": "",
    }
    assert reader.post(f"/events/{made.pk}/settings/", {"action": "change", **sent}).status_code == 302
    made.refresh_from_db()
    assert (made.game, made.starts, made.ends, made.open, made.public) == ("gouji", "2026.11.15", "2026.11.16", True, False)


@pytest.mark.parametrize(
    ("sent", "points", "placement"),
    [
        ({"points": "score"}, "score", []),
        ({"points": "3-2-1-0", "place": ["9", "9"]}, "placement", ["3", "2", "1", "0"]),
        ({"points": "own", "place": ["5", "2.5", "", "1/3", "", ""]}, "placement", ["5", "5/2", "0", "1/3"]),
    ],
)
def test_points_are_picked_or_filled_in(
    reader: Client, event: Event, sent: dict[str, object], points: str, placement: list[str]
) -> None:
    assert reader.post(f"/events/{event.pk}/settings/", {**STAGE, **sent}).status_code == 302
    stage = event.stages.get()
    assert (stage.points, stage.placement) == (points, placement)
    shown = page(reader.get(f"/events/{event.pk}/settings/"))
    chosen = re.search(r'<option value="([^"]*)" selected> ?the (?:points|place)', shown)
    assert chosen is not None
    assert chosen[1] == sent["points"]


def test_own_points_that_are_none_are_refused_with_the_reason(reader: Client, event: Event) -> None:
    for places in ([], ["", ""], ["many"]):
        assert reader.post(f"/events/{event.pk}/settings/", {**STAGE, "points": "own", "place": places}).status_code == 422
    assert "carry: expected" in page(reader.post(f"/events/{event.pk}/settings/", {**STAGE, "carry": "2"}), 422)
    assert event.stages.get().points == "score"


@pytest.mark.parametrize(
    ("button", "result"),
    [
        ({}, ["strength", "points"]),
        ({"up": "points"}, ["points", "strength"]),
        ({"down": "strength"}, ["points", "strength"]),
        ({"up": "strength"}, ["strength", "points"]),
        ({"up": "best-table"}, ["strength", "best-table", "points"]),
        ({"up": "no-such"}, ["strength", "points"]),
    ],
)
def test_tie_breaks_are_ordered_without_script(reader: Client, event: Event, button: dict[str, str], result: list[str]) -> None:
    sent = {"order": ["strength", "points", "best-table"], "tie_breaks": ["strength", "points"], **button}
    assert reader.post(f"/events/{event.pk}/settings/", {**STAGE, **sent}).status_code == 302
    assert event.stages.get().tie_breaks == result


def test_changed_stage_changes_the_standings(reader: Client, owner: Any, event: Event) -> None:
    upload(event.club, owner, text(Table="1"))
    said = {"points": "own", "place": ["4", "2", "0.5", "0", ""], "order": ["strength"], "tie_breaks": ["strength"]}
    assert reader.post(f"/events/{event.pk}/settings/", {**STAGE, **said}).status_code == 302
    shown = page(reader.get(f"/events/{event.pk}/"))
    assert ("<b>1/2</b>" in shown, "strength of opponents" in shown) == (True, True)


class TestUndo:
    def test_removed_table_comes_back_once_with_who_was_to_sit_there(self, reader: Client, owner: Any, event: Event) -> None:
        table = events.plan_table(owner, event, event.stages.get(), 3, "9")
        PlannedSeat.objects.create(table=table, seat="E", entrant=events.add_entrant(owner, event, "Li"))
        removed = reader.post(f"/events/{event.pk}/tables/", {"action": "remove", "table": table.pk})
        assert "Table 9 of round 3 was removed." in page(reader.get(removed["Location"]))
        assert english_client(owner).post(f"/events/{event.pk}/tables/", UNDO).status_code == 404, "in another browser"
        assert reader.post(f"/events/{event.pk}/tables/", UNDO).status_code == 302
        back = event.tables.get()
        assert (back.name, back.round.number, back.planned_seats.get().entrant.name) == ("9", 3, "Li")
        assert reader.post(f"/events/{event.pk}/tables/", UNDO).status_code == 404, "once"

    def test_removed_stage_comes_back_as_it_counted(self, reader: Client, owner: Any, event: Event) -> None:
        events.add_stage(owner, event, name="Final", tag="final", points="placement", placement=["4", "2"], carry="1/2", cut=True)
        reader.post(f"/events/{event.pk}/settings/", {"action": "remove_stage", "stage": "1"})
        assert [stage.number for stage in event.stages.all()] == [2]
        assert "Stage 1 was removed." in page(reader.get(f"/events/{event.pk}/settings/?undo=removal"))
        reader.post(f"/events/{event.pk}/tables/", UNDO)
        assert [(stage.number, stage.name, stage.carry) for stage in event.stages.all()] == [(1, "", "1"), (2, "Final", "1/2")]

    def test_entrant_who_was_taken_off_comes_back_whole(self, reader: Client, owner: Any, event: Event) -> None:
        entrant = events.add_entrant(owner, event, "Li Si", "Reds")
        events.change_entrant(owner, entrant, alias="L. S.")
        table = events.plan_table(owner, event, event.stages.get(), 1, "1")
        PlannedSeat.objects.create(table=table, seat="W", entrant=entrant)
        reader.post(f"/events/{event.pk}/people/", {"action": "withdraw", "entrant": entrant.pk})
        assert not event.entrants.exists()
        reader.post(f"/events/{event.pk}/tables/", UNDO)
        back = Entrant.objects.get(event=event)
        assert (back.name, back.team, sorted(one.name for one in back.aliases.all())) == ("Li Si", "Reds", ["L. S.", "Li Si"])
        assert table.planned_seats.get().entrant == back

    def test_undo_of_a_table_whose_place_is_taken_says_so(self, reader: Client, owner: Any, event: Event) -> None:
        table = events.plan_table(owner, event, event.stages.get(), 1, "1")
        reader.post(f"/events/{event.pk}/tables/", {"action": "remove", "table": table.pk})
        events.plan_table(owner, event, event.stages.get(), 1, "1")
        assert "is there or taken already" in page(reader.post(f"/events/{event.pk}/tables/", UNDO), 409)


def test_page_to_enter_a_table_is_filled_in_with_what_is_known_and_its_upload_leads_to_the_match(
    reader: Client, owner: Any, event: Event
) -> None:
    upload(event.club, owner, text(Table="4"))
    table = events.plan_table(owner, event, event.stages.get(), 2, "7")
    PlannedSeat.objects.create(table=table, seat="S", entrant=events.add_entrant(owner, event, "Li"))
    where = f"/events/{event.pk}/tables/{table.pk}/"
    assert f"{where}enter/" in page(reader.get(f"/events/{event.pk}/tables/"))
    shown = page(reader.get(f"{where}enter/"))
    pairs = ('["Game", "sichuan"]', f'["Event", "{EVENT}"]', '["Table", "7"]', '["Seat.S", "Li"]', '["Rules", "')
    assert [pair for pair in (*pairs, f'"into": "/api/v1{where}match"') if pair not in shown] == []
    into = f"/api/v1{where}match"
    came = reader.post(into, {"file": SimpleUploadedFile("7.ppn", text(people="ELIF").encode())})
    table.refresh_from_db()
    assert came.json()["match"] == f"{table.match_id}"
    other = reader.post(into, {"file": SimpleUploadedFile("8.ppn", text("sichuan/clean-02").encode())})
    assert other.json()["detail"] == "There is a match at table 7 of round 2 already."
