"""The settings of an event without codes, making one on one page, and undoing what was removed."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records import clubs, events
from records.models import Club, Entrant, Event, PlannedSeat
from referee.results.ranking.tie_breaks import TIE_BREAKS
from tests.frontend.clients import english_client
from tests.frontend.markup import compact
from tests.people import person
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("ann")


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Lions")


@pytest.fixture
def event(ann: User, club: Club) -> Event:
    return events.create(ann, club, EVENT, starts="2026.11.14")


@pytest.fixture
def browser(ann: User) -> Client:
    return english_client(ann)


def read(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return compact(answer.content.decode())


class TestSettings:
    def test_no_code_is_read_on_the_page(self, browser: Client, event: Event) -> None:
        page = read(browser, f"/events/{event.pk}/settings/")
        seen = re.sub(r"<[^>]*>", " ", re.sub(r"<script.*?</script>", "", page))
        assert [name for name in TIE_BREAKS if "-" in name and name in seen] == []
        assert "head to head" in seen
        assert 'type="date" name="starts" value="2026-11-14"' in page

    def test_tag_says_how_many_matches_fit_it_now(self, browser: Client, ann: User, club: Club, event: Event) -> None:
        upload(club, ann, text(Table="1"), text("sichuan/clean-02", Table="2"))
        events.detach(ann, event.tables.get(name="2"))
        event.excluded_matches.all().delete()
        page = read(browser, f"/events/{event.pk}/settings/")
        assert "One match is at its tables." in page
        assert "One more in the club fits." in page

    def test_event_is_set_by_what_its_fields_send(self, browser: Client, event: Event) -> None:
        sent = {
            "name": "Cup",
            "tag": "Cup",
            "game": "gouji",
            "starts": "2026-11-15",
            "ends": "2026-11-16",
            "open": "",
            "public": "1",
        }
        assert browser.post(f"/events/{event.pk}/settings/", sent).status_code == 302
        event.refresh_from_db()
        assert (event.starts, event.ends, event.open, event.public) == ("2026.11.15", "2026.11.16", False, True)

    @pytest.mark.parametrize(
        ("sent", "points", "placement"),
        [
            ({"points": "score"}, "score", []),
            ({"points": "4-2-1-0"}, "placement", ["4", "2", "1", "0"]),
            ({"points": "3-2-1-0", "place": ["9", "9"]}, "placement", ["3", "2", "1", "0"]),
            ({"points": "own", "place": ["5", "2.5", "", "1/3", "", ""]}, "placement", ["5", "5/2", "0", "1/3"]),
        ],
    )
    def test_points_are_picked_or_filled_in(
        self, browser: Client, event: Event, sent: dict[str, object], points: str, placement: list[str]
    ) -> None:
        assert browser.post(f"/events/{event.pk}/stages/1/", sent).status_code == 302
        stage = event.stages.get()
        assert (stage.points, stage.placement) == (points, placement)
        chosen = re.search(
            r'<option value="([^"]*)" selected> ?the (?:points|place)', read(browser, f"/events/{event.pk}/settings/")
        )
        assert chosen is not None
        assert chosen[1] == sent["points"]

    def test_own_points_that_are_none_are_refused_with_the_reason(self, browser: Client, event: Event) -> None:
        for places in ([], ["", ""], ["many"]):
            assert browser.post(f"/events/{event.pk}/stages/1/", {"points": "own", "place": places}).status_code == 422
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
    def test_tie_breaks_are_ordered_without_script(
        self, browser: Client, event: Event, button: dict[str, str], result: list[str]
    ) -> None:
        order = ["strength", "points", "best-table"]
        sent = {"order": order, "tie_breaks": ["strength", "points"], **button}
        assert browser.post(f"/events/{event.pk}/stages/1/", sent).status_code == 302
        assert event.stages.get().tie_breaks == result

    def test_carry_of_an_unusual_part_stays_chosen(self, browser: Client, ann: User, event: Event) -> None:
        events.change_stage(ann, event.stages.get(), carry="3/5")
        assert '<option value="3/5" selected>' in read(browser, f"/events/{event.pk}/settings/")

    def test_event_is_made_on_one_page(self, browser: Client, club: Club) -> None:
        sent = {"name": "League", "game": "", "starts": "2026-12-01", "ends": "", "open": "", "public": "1", "points": "4-2-1-0"}
        assert browser.post(f"/clubs/{club.slug}/events/", sent).status_code == 302
        made = Event.objects.get(name="League")
        assert (made.starts, made.open, made.public) == ("2026.12.01", False, True)
        assert made.stages.get().placement == ["4", "2", "1", "0"]


class TestUndo:
    def test_removed_table_comes_back_with_who_was_to_sit_there(self, browser: Client, ann: User, event: Event) -> None:
        table = events.plan_table(ann, event, event.stages.get(), 3, "9")
        PlannedSeat.objects.create(table=table, seat="E", entrant=events.add_entrant(ann, event, "Li"))
        removed = browser.post(f"/events/{event.pk}/tables/{table.pk}/", {"remove": "1"})
        assert "Table 9 of round 3 was removed." in read(browser, removed["Location"])
        assert not event.tables.exists()
        assert browser.post(f"/events/{event.pk}/undo/").status_code == 302
        back = event.tables.get()
        assert (back.name, back.round.number, back.planned_seats.get().entrant.name) == ("9", 3, "Li")
        assert browser.post(f"/events/{event.pk}/undo/").status_code == 404, "once"

    def test_removed_stage_comes_back_as_it_counted(self, browser: Client, ann: User, event: Event) -> None:
        events.add_stage(ann, event, name="Final", tag="final", points="placement", placement=["4", "2"], carry="1/2", cut=True)
        browser.post(f"/events/{event.pk}/stages/1/", {"remove": "1"})
        assert [stage.number for stage in event.stages.all()] == [2]
        assert "Stage 1 was removed." in read(browser, f"/events/{event.pk}/settings/?undo=removal")
        browser.post(f"/events/{event.pk}/undo/")
        assert [(stage.number, stage.name, stage.carry) for stage in event.stages.all()] == [(1, "", "1"), (2, "Final", "1/2")]

    def test_entrant_who_was_taken_off_comes_back_whole(self, browser: Client, ann: User, event: Event) -> None:
        entrant = events.add_entrant(ann, event, "Li Si", "Reds")
        events.change_entrant(ann, entrant, alias="L. S.")
        table = events.plan_table(ann, event, event.stages.get(), 1, "1")
        PlannedSeat.objects.create(table=table, seat="W", entrant=entrant)
        browser.post(f"/events/{event.pk}/entrants/{entrant.pk}/", {"withdraw": "1"})
        assert not event.entrants.exists()
        browser.post(f"/events/{event.pk}/undo/")
        back = Entrant.objects.get(event=event)
        assert (back.name, back.team, sorted(one.name for one in back.aliases.all())) == ("Li Si", "Reds", ["L. S.", "Li Si"])
        assert table.planned_seats.get().entrant == back

    def test_undo_of_a_table_whose_place_is_taken_says_so(self, browser: Client, ann: User, event: Event) -> None:
        table = events.plan_table(ann, event, event.stages.get(), 1, "1")
        browser.post(f"/events/{event.pk}/tables/{table.pk}/", {"remove": "1"})
        events.plan_table(ann, event, event.stages.get(), 1, "1")
        answer = browser.post(f"/events/{event.pk}/undo/")
        assert (answer.status_code, b"is there or taken already" in answer.content) == (409, True)

    def test_another_reader_is_offered_nothing_to_undo(self, browser: Client, ann: User, club: Club, event: Event) -> None:
        table = events.plan_table(ann, event, event.stages.get(), 1, "1")
        browser.post(f"/events/{event.pk}/tables/{table.pk}/", {"remove": "1"})
        assert english_client(ann).post(f"/events/{event.pk}/undo/").status_code == 404


class TestEnteringATable:
    def test_page_is_filled_in_with_what_is_known_of_the_table(
        self, browser: Client, ann: User, club: Club, event: Event
    ) -> None:
        upload(club, ann, text(Table="4"))
        events.change(ann, event, game="sichuan", ends="2026.11.15")
        table = events.plan_table(ann, event, event.stages.get(), 2, "7")
        PlannedSeat.objects.create(table=table, seat="S", entrant=events.add_entrant(ann, event, "Li"))
        assert f"/events/{event.pk}/tables/{table.pk}/enter/" in read(browser, f"/events/{event.pk}/")
        page = read(browser, f"/events/{event.pk}/tables/{table.pk}/enter/")
        for pair in ('["Game", "sichuan"]', f'["Event", "{EVENT}"]', '["Table", "7"]', '["Seat.S", "Li"]', '["Rules", "'):
            assert pair in page, pair
        assert f'"into": "/events/{event.pk}/tables/{table.pk}/upload/"' in page

    def test_uploaded_match_leads_to_its_page_and_a_refusal_is_told(self, browser: Client, ann: User, event: Event) -> None:
        from django.core.files.uploadedfile import SimpleUploadedFile

        table = events.plan_table(ann, event, event.stages.get(), 2, "7")
        address = f"/events/{event.pk}/tables/{table.pk}/upload/"
        came = browser.post(address, {"file": SimpleUploadedFile("7.ppn", text().encode())})
        table.refresh_from_db()
        assert came["Location"] == f"/matches/{table.match_id}/"
        other = browser.post(address, {"file": SimpleUploadedFile("8.ppn", text("sichuan/clean-02").encode())})
        assert b"There is a match at table 7 of round 2 already." in other.content
