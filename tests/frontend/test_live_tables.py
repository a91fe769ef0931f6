"""Entering a match by hand at a live table: of every draft only what is new is written."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

import referee
from records import clubs, events, live_tables
from records.errors import Refusal
from records.events.tables.seat_links import end_links
from records.live_tables.models import DELAY
from records.models import AuditEntry, Event, LiveLines, LiveTable, Table
from tests.people import CLEAN, person

pytestmark = pytest.mark.django_db

TEXT = CLEAN.decode()


@pytest.fixture
def owner() -> Any:
    return person("ann")


@pytest.fixture
def at(owner: Any) -> Table:
    event = events.create(owner, clubs.create(owner, "Tea", "tea"), "Autumn")
    return events.plan_table(owner, event, event.stages.get(), 1, "3")


@pytest.fixture
def client(owner: Any) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def post(client: Client, path: str, text: str = "") -> Any:
    return client.post(path, text.encode(), content_type="text/plain")


def first_moves(number: int) -> str:
    """The draft after so many moves of the first round."""
    record = referee.parse(CLEAN)
    assert isinstance(record, referee.Record)
    first = record.rounds[0]
    return referee.write(record._replace(rounds=(first._replace(moves=first.moves[:number], scores=None),), totals=None))


def test_draft_is_written_as_far_as_it_is_new_and_taken_back_as_far_as_it_is_not(client: Client, at: Table) -> None:
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", first_moves(0)).json()
    assert post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", first_moves(0)).json() == begun
    for number, lines in ((0, 0), (10, 11), (10, 11), (12, 13), (9, 14), (12, 17)):
        answer = post(client, begun["draft"], first_moves(number))
        assert answer.json() == {"lines": lines}, number
    assert [line for row in LiveLines.objects.order_by("first") for line in row.lines][13] == {"back": 9}
    assert b"round 1, move 12" in client.get(f"/events/{at.event_id}/", HTTP_ACCEPT_LANGUAGE="en").content
    assert client.get(begun["watch"]).status_code == 200


def test_draft_that_is_too_large_is_refused_whole(client: Client, at: Table) -> None:
    large = first_moves(1) + "{" + "x" * 128 * 1024 + "}"
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", large)
    assert begun.status_code == 413
    assert not LiveTable.objects.exists()
    draft = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", first_moves(1)).json()["draft"]
    assert post(client, draft, large).status_code == 413


def test_whole_match_that_was_written_live_is_at_its_table(client: Client, at: Table) -> None:
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", TEXT).json()
    assert post(client, begun["draft"], TEXT).status_code == 200
    ended = post(client, begun["end"]).json()
    at.refresh_from_db()
    assert ended["match"] == f"/matches/{at.match_id}/"
    assert LiveTable.objects.get().state == LiveTable.State.ENDED


def test_earlier_round_is_not_changed_live(client: Client, at: Table) -> None:
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", TEXT).json()
    post(client, begun["draft"], TEXT)
    other = post(client, begun["draft"], TEXT.replace('[Dealer "S"]', '[Dealer "E"]', 1))
    assert (other.status_code, other.json()["code"]) == (409, "earlier-round")
    unreadable = post(client, begun["draft"], TEXT + "\nthis is no move")
    assert unreadable.status_code == 422


def test_who_scores_ends_from_the_page_what_others_have_written(client: Client, at: Table) -> None:
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", TEXT).json()
    post(client, begun["draft"], TEXT)
    assert f'data-end="{begun["end"]}"' in client.get(begun["watch"]).content.decode()
    reader = person("reader")
    Event.objects.update(public=True)
    visitor = Client()
    assert b"data-end" not in visitor.get(begun["watch"]).content
    visitor.force_login(reader)
    assert b"data-end" not in visitor.get(begun["watch"]).content
    post(client, begun["end"])
    assert b"data-end" not in client.get(begun["watch"]).content


def test_event_tells_how_far_its_table_is_that_is_played(client: Client, at: Table) -> None:
    path, last = f"/events/{at.event_id}/playing/", referee.parse(CLEAN).rounds[-1]
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", first_moves(0)).json()
    key = str(at.pk)
    assert client.get(path, HTTP_ACCEPT_LANGUAGE="en").json() == {key: {"so_far": "being played", "points": {}}}
    post(client, begun["draft"], first_moves(12))
    now = client.get(path, HTTP_ACCEPT_LANGUAGE="en")
    assert now.json() == {key: {"so_far": "round 1, move 12", "points": {}}}
    assert client.get(path, HTTP_ACCEPT_LANGUAGE="en", HTTP_IF_NONE_MATCH=now["ETag"]).status_code == 304
    assert client.get(path, HTTP_ACCEPT_LANGUAGE="zh-Hant").json()[key]["so_far"] == "第 1 局第 12 步"
    post(client, begun["draft"], TEXT)
    scores = referee.verify(referee.parse(CLEAN)).computed
    assert scores is not None
    points = client.get(path).json()[key]["points"]
    assert {side: int(text.replace("−", "-")) for side, text in points.items()} == dict(scores)
    page = client.get(f"/events/{at.event_id}/", HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert f"round {last.number}, move {len(last.moves)}" in page
    assert all(f'<b data-side="{side}">{text}</b>' in page for side, text in points.items())
    post(client, begun["end"])
    assert client.get(path).json() == {}
    page = client.get(f"/events/{at.event_id}/", HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "data-side" not in page
    assert "not judged yet" in page


def test_only_scorers_write(at: Table) -> None:
    stranger = Client()
    stranger.force_login(person("else"))
    assert post(stranger, f"/events/{at.event_id}/tables/{at.pk}/live/", TEXT).status_code == 404


class TestByTheLinkOfATable:
    """Who has a table's own link writes there what is played, without an account, and does no more."""

    @pytest.fixture
    def link(self, at: Table) -> str:
        return f"/at/{events.secret_for(at)}"

    @pytest.fixture
    def nobody(self) -> Client:
        return Client(HTTP_ACCEPT_LANGUAGE="en")

    def test_draft_is_written_without_an_account_and_the_log_says_by_what(
        self, nobody: Client, client: Client, at: Table, link: str
    ) -> None:
        assert b"a scorer ends the match" in nobody.get(f"{link}/enter/").content
        begun = post(nobody, f"{link}/live/", first_moves(0)).json()
        assert begun.keys() == {"draft"}
        assert post(nobody, begun["draft"], first_moves(12)).json() == {"lines": 13}
        live = LiveTable.objects.get()
        assert (live.at, live.user, live.public, live.delay) == (at, None, False, DELAY)
        assert LiveLines.objects.get().user is None
        entry = AuditEntry.objects.get(action="live.open")
        assert (entry.actor_name, entry.read_details()["link"]) == ("", True)
        shared = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", first_moves(0)).json()
        assert post(client, shared["draft"], TEXT).status_code == 200
        post(client, shared["end"])
        assert post(nobody, begun["draft"], first_moves(3)).status_code == 409
        assert post(nobody, f"{link}/live/", TEXT).json()["code"] == "table-taken"

    def test_link_of_a_seat_writes_nothing(self, nobody: Client, at: Table) -> None:
        seat = f"/at/{events.secret_for(at, 'E')}"
        assert nobody.get(f"{seat}/enter/").status_code == 404
        assert post(nobody, f"{seat}/live/", TEXT).status_code == 404
        live = live_tables.open_table(person("bo"), {"game": "sichuan"})
        assert post(nobody, f"{seat}/live/{live.pk}/", TEXT).status_code == 404
        assert b"shown as it is played" not in nobody.get(f"{seat}/").content
        with pytest.raises(Refusal, match="You may not write"):
            live_tables.open_draft(events.SeatLink(at, "E"), at, TEXT.encode())

    def test_link_writes_at_its_own_table_alone(self, nobody: Client, owner: Any, at: Table, link: str) -> None:
        other = events.plan_table(owner, at.event, at.round.stage, 1, "4")
        theirs = live_tables.open_draft(owner, other, TEXT.encode())
        assert post(nobody, f"{link}/live/{theirs.pk}/", TEXT).status_code == 404
        with pytest.raises(Refusal, match="You may not write"):
            live_tables.write_draft(events.SeatLink(at, ""), theirs, TEXT.encode())
        with pytest.raises(Refusal, match="You may not write"):
            live_tables.open_draft(events.SeatLink(at, ""), other, TEXT.encode())
        assert not LiveLines.objects.exists()

    def test_link_shows_no_hand_sets_no_delay_and_ends_nothing(self, nobody: Client, at: Table, link: str) -> None:
        begun = post(nobody, f"{link}/live/", first_moves(0)).json()
        post(nobody, begun["draft"], first_moves(12))
        live, secret = LiveTable.objects.get(), events.secret_for(at)
        for path in ("", "frames/?view=open&after=0", "events/?view=open", "frames/?view=public"):
            assert nobody.get(f"/tables/{live.pk}/{path}").status_code == 404, path
            assert nobody.get(f"/shared/{secret}/tables/{live.pk}/{path}").status_code == 404, path
        assert post(nobody, f"/tables/{live.pk}/end/").status_code == 302  # to sign in
        assert post(nobody, f"{link}/live/{live.pk}/end/").status_code == 404
        assert nobody.patch(f"/api/v1/tables/{live.pk}", b'{"delay": 0}', content_type="application/json").status_code == 401
        other = post(nobody, begun["draft"], first_moves(12).replace('[Dealer "', '[Dealer "', 1).replace("E-", "S-", 1))
        assert set(other.json()) <= {"code", "line", "lines"}

    def test_links_that_ended_write_no_more(self, nobody: Client, at: Table, link: str) -> None:
        begun = post(nobody, f"{link}/live/", first_moves(0)).json()
        end_links(at)
        assert post(nobody, begun["draft"], TEXT).status_code == 404
        assert nobody.get(f"{link}/enter/").status_code == 404


def test_moves_of_another_device_are_taken_back_only_by_who_knows_them(client: Client, at: Table) -> None:
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", first_moves(0)).json()["draft"]
    assert post(client, f"{begun}?known=0", first_moves(12)).json() == {"lines": 13}
    elsewhere = post(client, f"{begun}?known=0", first_moves(9))
    assert (elsewhere.status_code, elsewhere.json()["code"], elsewhere.json()["lines"]) == (409, "written-elsewhere", 13)
    assert post(client, f"{begun}?known=0", first_moves(14)).json() == {"lines": 15}, "what goes on from theirs is written"
    assert post(client, f"{begun}?known=15", first_moves(9)).json() == {"lines": 16}


def test_who_sends_too_often_waits(client: Client, at: Table, settings: Any) -> None:
    settings.THROTTLE = {**settings.THROTTLE, "draft": "2/min", "frames": "1/min"}
    begun = post(client, f"/events/{at.event_id}/tables/{at.pk}/live/", first_moves(0)).json()
    assert post(client, begun["draft"], first_moves(1)).status_code == 200
    again = post(client, begun["draft"], first_moves(2))
    assert (again.status_code, again.json()["code"], again.has_header("Retry-After")) == (429, "too-many-requests", True)
    frames = [client.get(f"{begun['watch']}frames/").status_code for _ in range(2)]
    assert frames == [200, 429]
