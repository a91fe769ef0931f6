"""Entering a match by hand at a live table: of every draft only what is new is written."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

import referee
from records.accounts.models import AuditEntry
from records.core.errors import Refusal
from records.tournament import events, live_tables
from records.tournament.events.tables.seat_links import end_links
from records.tournament.live_tables.models import DELAY
from records.tournament.models import Event, LiveLines, LiveTable, Table
from tests.links import at as at_table
from tests.links import opened, seated
from tests.people import CLEAN, person

pytestmark = pytest.mark.django_db

TEXT = CLEAN.decode()


@pytest.fixture
def at(owner: Any, club: Any) -> Table:
    """A table of a private event of no game."""
    event = events.create(owner, club, "Autumn")
    return events.plan_table(owner, event, event.stages.get(), 1, "3")


def post(client: Client, path: str, text: str = "") -> Any:
    return client.post(path, text.encode(), content_type="text/plain")


def begin(client: Client, at: Table, text: str = "") -> Any:
    """What a scorer is told who opens the table with a draft."""
    return post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", text or first_moves(0)).json()


def first_moves(number: int) -> str:
    """The draft after so many moves of the first round."""
    record = referee.parse(CLEAN)
    assert isinstance(record, referee.Record)
    first = record.rounds[0]
    return referee.write(record._replace(rounds=(first._replace(moves=first.moves[:number], scores=None),), totals=None))


def test_draft_is_written_as_far_as_it_is_new_and_taken_back_as_far_as_it_is_not(reader: Client, at: Table) -> None:
    begun = begin(reader, at)
    assert begin(reader, at) == begun
    for number, lines in ((0, 0), (10, 11), (10, 11), (12, 13), (9, 14), (12, 17)):
        assert post(reader, begun["draft"], first_moves(number)).json() == {"lines": lines}, number
    assert [line for row in LiveLines.objects.order_by("first") for line in row.lines][13] == {"back": 9}
    assert reader.get(begun["watch"]).status_code == 200


def test_draft_that_is_too_large_is_refused_whole(reader: Client, at: Table) -> None:
    large = first_moves(1) + "{" + "x" * 128 * 1024 + "}"
    assert post(reader, f"/events/{at.event_id}/tables/{at.pk}/live/", large).status_code == 413
    assert not LiveTable.objects.exists()
    assert post(reader, begin(reader, at)["draft"], large).status_code == 413


def test_match_that_was_written_live_is_ended_by_who_scores_and_is_at_its_table(
    reader: Client, visitor: Client, at: Table
) -> None:
    begun = begin(reader, at, TEXT)
    assert post(reader, begun["draft"], TEXT).status_code == 200
    other = post(reader, begun["draft"], TEXT.replace('[Dealer "S"]', '[Dealer "E"]', 1))
    assert (other.status_code, other.json()["code"]) == (409, "earlier-round")
    assert post(reader, begun["draft"], TEXT + "\nthis is no move").status_code == 422
    Event.objects.update(public=True)
    assert f'data-end="{begun["end"]}"' in reader.get(begun["watch"]).content.decode()
    assert b"data-end" not in visitor.get(begun["watch"]).content
    ended = post(reader, begun["end"]).json()
    at.refresh_from_db()
    assert ended["match"] == f"/matches/{at.match_id}/"
    assert LiveTable.objects.get().state == LiveTable.State.ENDED
    assert b"data-end" not in reader.get(begun["watch"]).content


def test_event_tells_how_far_its_table_is_that_is_played(reader: Client, at: Table) -> None:
    path, key = f"/events/{at.event_id}/playing/", str(at.pk)
    begun = begin(reader, at)
    assert reader.get(path).json() == {key: {"so_far": "being played", "points": {}}}
    post(reader, begun["draft"], first_moves(12))
    now = reader.get(path)
    assert now.json() == {key: {"so_far": "round 1, move 12", "points": {}}}
    assert reader.get(path, HTTP_IF_NONE_MATCH=now["ETag"]).status_code == 304
    assert reader.get(path, HTTP_ACCEPT_LANGUAGE="zh-Hant").json()[key]["so_far"] == "第 1 局第 12 步"
    post(reader, begun["draft"], TEXT)
    points = reader.get(path).json()[key]["points"]
    scores = referee.verify(referee.parse(CLEAN)).computed
    assert {side: int(text.replace("−", "-")) for side, text in points.items()} == dict(scores or {})
    page = reader.get(f"/events/{at.event_id}/").content.decode()
    assert all(f'<b data-side="{side}">{text}</b>' in page for side, text in points.items())
    post(reader, begun["end"])
    assert reader.get(path).json() == {}
    page = reader.get(f"/events/{at.event_id}/").content.decode()
    assert ("data-side" in page, "not judged yet" in page) == (False, True)


def test_moves_of_another_device_are_taken_back_only_by_who_knows_them(reader: Client, at: Table) -> None:
    begun = begin(reader, at)["draft"]
    assert post(reader, f"{begun}?known=0", first_moves(12)).json() == {"lines": 13}
    elsewhere = post(reader, f"{begun}?known=0", first_moves(9))
    assert (elsewhere.status_code, elsewhere.json()["code"], elsewhere.json()["lines"]) == (409, "written-elsewhere", 13)
    assert post(reader, f"{begun}?known=0", first_moves(14)).json() == {"lines": 15}, "what goes on from theirs is written"
    assert post(reader, f"{begun}?known=15", first_moves(9)).json() == {"lines": 16}


def test_who_sends_too_often_waits(reader: Client, at: Table, settings: Any) -> None:
    settings.THROTTLE = {**settings.THROTTLE, "draft": "2/day", "frames": "1/day"}
    begun = begin(reader, at)
    assert post(reader, begun["draft"], first_moves(1)).status_code == 200
    again = post(reader, begun["draft"], first_moves(2))
    assert (again.status_code, again.json()["code"], again.has_header("Retry-After")) == (429, "too-many-requests", True)
    assert [reader.get(f"{begun['watch']}frames/").status_code for _ in range(2)] == [200, 429]


class TestByTheLinkOfATable:
    """Who has a table's own link writes there what is played, without an account, and does no more."""

    @pytest.fixture
    def enter(self, visitor: Client, at: Table) -> str:
        """The page on which the visitor writes, who has opened the table's own link."""
        return at_table(seated(at, "", visitor) and at, page="enter/")

    @pytest.fixture
    def live(self, at: Table) -> str:
        return at_table(at, page="live/")

    def test_draft_is_written_without_an_account_and_the_log_says_by_what(
        self, visitor: Client, reader: Client, at: Table, enter: str, live: str
    ) -> None:
        assert b"a scorer ends the match" in visitor.get(enter).content
        begun = post(visitor, live, first_moves(0)).json()
        assert begun.keys() == {"draft"}
        assert post(visitor, begun["draft"], first_moves(12)).json() == {"lines": 13}
        row = LiveTable.objects.get()
        assert (row.at, row.user, row.public, row.delay, LiveLines.objects.get().user) == (at, None, False, DELAY, None)
        entry = AuditEntry.objects.get(action="live.open")
        assert (entry.actor_name, entry.read_details()["link"]) == ("", True)
        shared = begin(reader, at)
        assert post(reader, shared["draft"], TEXT).status_code == 200
        post(reader, shared["end"])
        assert post(visitor, begun["draft"], first_moves(3)).status_code == 409
        assert post(visitor, live, TEXT).json()["code"] == "table-taken"

    def test_link_of_a_seat_writes_nothing(self, visitor: Client, at: Table) -> None:
        opened(events.secret_for(at, "E"), visitor)
        there = live_tables.open_table(person("bo"), {"game": "sichuan"}).pk
        assert {visitor.get(at_table(at, seat, "enter/")).status_code for seat in ("E", "")} == {404}
        for seat in ("E", ""):
            for path in (at_table(at, seat, "live/"), f"/tables/{there}/draft/?seat={seat}"):
                assert post(visitor, path, TEXT).status_code == 404
        assert b"shown as it is played" not in visitor.get(at_table(at, "E")).content
        with override("en"), pytest.raises(Refusal, match="You may not write"):
            live_tables.open_draft(events.SeatLink(at, "E"), at, TEXT.encode())

    def test_link_writes_at_its_own_table_alone_until_it_ends(
        self, visitor: Client, owner: Any, at: Table, enter: str, live: str
    ) -> None:
        other = events.plan_table(owner, at.event, at.round.stage, 1, "4")
        theirs = live_tables.open_draft(owner, other, TEXT.encode())
        assert post(visitor, f"/tables/{theirs.pk}/draft/?seat=", TEXT).status_code == 404
        with override("en"), pytest.raises(Refusal, match="You may not write"):
            live_tables.write_draft(events.SeatLink(at, ""), theirs, TEXT.encode())
        with override("en"), pytest.raises(Refusal, match="You may not write"):
            live_tables.open_draft(events.SeatLink(at, ""), other, TEXT.encode())
        begun = post(visitor, live, first_moves(0)).json()
        end_links(at)
        assert post(visitor, begun["draft"], TEXT).status_code == 404
        assert visitor.get(enter).status_code == 404
        assert not LiveLines.objects.exists()

    def test_link_shows_no_hand_sets_no_delay_and_ends_nothing(self, visitor: Client, enter: str, live: str) -> None:
        begun = post(visitor, live, first_moves(0)).json()
        post(visitor, begun["draft"], first_moves(12))
        there = LiveTable.objects.get().pk
        for path in ("?seat=", "frames/?view=open&after=0&seat=", "events/?view=open", "frames/?view=public"):
            assert visitor.get(f"/tables/{there}/{path}").status_code == 404, path
        assert post(visitor, f"/tables/{there}/end/?seat=").status_code == 302  # to sign in
        assert visitor.patch(f"/api/v1/tables/{there}", b'{"delay": 0}', content_type="application/json").status_code == 401
        assert set(post(visitor, begun["draft"], first_moves(12).replace("E-", "S-", 1)).json()) <= {"code", "line", "lines"}
