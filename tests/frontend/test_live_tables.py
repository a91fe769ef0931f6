"""Entering a match by hand at a live table: of every draft only what is new is written."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils.translation import override

import referee
from records.accounts.models import AuditEntry
from records.core.errors import Refusal
from records.tournament import events, live_tables
from records.tournament.live_tables.models import DELAY
from records.tournament.models import Event, LiveLines, LiveTable, Table
from records.tournament.tables.seat_links import end_links
from tests.links import at as at_table
from tests.links import opened, seated
from tests.people import CLEAN

pytestmark = pytest.mark.django_db

TEXT = CLEAN.decode()


@pytest.fixture
def at(owner: Any, club: Any) -> Table:
    """A table of a private event of no game."""
    event = events.create(owner, club, "Autumn")
    return events.plan_table(owner, event, event.stages.get(), 1, "3")


def put(client: Client, at: Table, text: str = "", live: str = "", known: int = 0, seat: str | None = None) -> Any:
    """Write a draft, of which the writer knows so many lines at this live table; by the link of a seat where one is named."""
    by = {} if seat is None else {"seat": seat}
    path = f"/api/v1/events/{at.event_id}/tables/{at.pk}/draft?{urlencode({'live': live, 'known': known, **by})}"
    return client.put(path, (text or first_moves(0)).encode(), content_type="text/x-ppn")


def end(client: Client, live: str) -> Any:
    return client.post(f"/api/v1/tables/{live}/match", b"{}", content_type="application/json")


def first_moves(number: int) -> str:
    """The draft after so many moves of the first round."""
    record = referee.parse(CLEAN)
    assert isinstance(record, referee.Record)
    first = record.rounds[0]
    return referee.write(record._replace(rounds=(first._replace(moves=first.moves[:number], scores=None),), totals=None))


def test_draft_is_written_as_far_as_it_is_new_and_taken_back_as_far_as_it_is_not(reader: Client, at: Table) -> None:
    live, known = put(reader, at).json()["live"], 0
    for number, lines in ((0, 0), (10, 11), (10, 11), (12, 13), (9, 14), (12, 17)):
        assert put(reader, at, first_moves(number), live, known).json() == {"live": live, "lines": lines}, number
        known = lines
    assert [line for row in LiveLines.objects.order_by("first") for line in row.lines][13] == {"back": 9}
    assert reader.get(f"/tables/{live}/").status_code == 200


def test_draft_that_is_too_large_is_refused_whole(reader: Client, at: Table) -> None:
    assert put(reader, at, first_moves(1) + "{" + "x" * 128 * 1024 + "}").status_code == 413
    assert not LiveTable.objects.exists()


def test_match_that_was_written_live_is_ended_by_who_scores_and_is_at_its_table(
    reader: Client, visitor: Client, at: Table
) -> None:
    live = put(reader, at, TEXT).json()["live"]
    assert put(reader, at, TEXT, live).status_code == 200
    other = put(reader, at, TEXT.replace('[Dealer "S"]', '[Dealer "E"]', 1), live)
    assert (other.status_code, other.json()["code"]) == (409, "earlier-round")
    assert put(reader, at, TEXT + "\nthis is no move", live).status_code == 422
    Event.objects.update(public=True)
    watch = f"/tables/{live}/"
    assert f'data-end="/api/v1/tables/{live}/match"' in reader.get(watch).content.decode()
    assert b"data-end" not in visitor.get(watch).content
    ended = end(reader, live).json()
    at.refresh_from_db()
    assert ended["id"] == str(at.match_id)
    assert LiveTable.objects.get().state == LiveTable.State.ENDED
    assert b"data-end" not in reader.get(watch).content


def test_event_tells_how_far_its_table_is_that_is_played(reader: Client, at: Table) -> None:
    path = f"/events/{at.event_id}/tables/?part=playing"

    def told(**headers: Any) -> tuple[list[str], dict[str, str]]:
        text = reader.get(path, **headers).content.decode()
        points = dict(re.findall(r'<b data-side="(\w)">(.*?)</b>', text))
        return re.findall(rf'data-playing="{at.pk}">\s*<span class="playing">(.*?)</span>', text), points

    live = put(reader, at).json()["live"]
    assert told() == (["being played"], {})
    put(reader, at, first_moves(12), live)
    now = reader.get(path)
    assert told() == (["round 1, move 12"], {})
    assert reader.get(path, HTTP_IF_NONE_MATCH=now["ETag"]).status_code == 304
    assert told(HTTP_ACCEPT_LANGUAGE="zh-Hant")[0] == ["第 1 局第 12 步"]
    put(reader, at, TEXT, live, 13)
    _, points = told()
    scores = referee.verify(referee.parse(CLEAN)).computed
    assert {side: int(text.replace("−", "-")) for side, text in points.items()} == dict(scores or {})
    page = reader.get(f"/events/{at.event_id}/tables/").content.decode()
    assert all(f'<b data-side="{side}">{text}</b>' in page for side, text in points.items())
    end(reader, live)
    assert told() == ([], {})
    page = reader.get(f"/events/{at.event_id}/tables/").content.decode()
    assert ("data-side" in page, "not judged yet" in page) == (False, True)


def test_moves_of_another_device_are_merged_and_taken_back_only_by_who_knows_them(reader: Client, at: Table) -> None:
    live = put(reader, at).json()["live"]
    assert put(reader, at, first_moves(12), live).json()["lines"] == 13
    assert put(reader, at, first_moves(9), live).json()["lines"] == 13, "the other device was faster"
    assert put(reader, at, first_moves(14), live).json()["lines"] == 15, "what goes on from theirs is written"
    other = f"{first_moves(9).strip()} N.hu\n"
    for parted in (
        put(reader, at, other, live),
        put(reader, at, other, str(at.event_id), 15),
        put(reader, at, first_moves(7), live, 10),
    ):
        assert (parted.status_code, parted.json()["code"], parted.json()["lines"]) == (409, "written-elsewhere", 15)
    assert put(reader, at, first_moves(9), live, 15).json()["lines"] == 16
    taken_back = put(reader, at, first_moves(14), live, 15)
    assert taken_back.json()["code"] == "written-elsewhere", "what the other device has taken back is not written again"


def test_who_sends_too_often_waits(reader: Client, at: Table, settings: Any) -> None:
    settings.THROTTLE = {**settings.THROTTLE, "draft": "2/day", "followed": "1/day"}
    live = put(reader, at).json()["live"]
    assert put(reader, at, first_moves(1), live).status_code == 200
    again = put(reader, at, first_moves(2), live)
    assert (again.status_code, again.json()["code"], again.has_header("Retry-After")) == (429, "too-many-requests", True)
    assert [Client().get(f"/api/v1/tables/{live}/frames").status_code for _ in range(2)] == [404, 429]


class TestByTheLinkOfATable:
    """Who has a table's own link writes there what is played, without an account, and does no more."""

    @pytest.fixture
    def enter(self, visitor: Client, at: Table) -> str:
        """The page on which the visitor writes, who has opened the table's own link."""
        return at_table(seated(at, "", visitor) and at, page="enter/")

    def test_draft_is_written_without_an_account_and_the_log_says_by_what(
        self, visitor: Client, reader: Client, at: Table, enter: str
    ) -> None:
        assert b"a scorer ends the match" in visitor.get(enter).content
        live = put(visitor, at, seat="").json()["live"]
        assert put(visitor, at, first_moves(12), live, seat="").json() == {"live": live, "lines": 13}
        row = LiveTable.objects.get()
        assert (row.at, row.user, row.public, row.delay, LiveLines.objects.get().user) == (at, None, False, DELAY, None)
        entry = AuditEntry.objects.get(action="live.open")
        assert (entry.actor_name, entry.read_details()["link"]) == ("", True)
        assert put(reader, at, TEXT, live, 13).json()["live"] == live
        end(reader, live)
        assert put(visitor, at, TEXT, live, seat="").json()["code"] == "table-taken"

    def test_link_of_a_seat_writes_nothing(self, visitor: Client, at: Table) -> None:
        opened(events.secret_for(at, "E"), visitor)
        assert {visitor.get(at_table(at, seat, "enter/")).status_code for seat in ("E", "")} == {404}
        assert [put(visitor, at, TEXT, seat=seat).status_code for seat in ("E", "")] == [404, 401]
        assert b"shown as it is played" not in visitor.get(at_table(at, "E")).content
        with override("en"), pytest.raises(Refusal, match="You may not write"):
            live_tables.open_draft(events.SeatLink(at, "E"), at, TEXT.encode())

    def test_link_writes_at_its_own_table_alone_until_it_ends(self, visitor: Client, owner: Any, at: Table, enter: str) -> None:
        other = events.plan_table(owner, at.event, at.round.stage, 1, "4")
        theirs = live_tables.open_draft(owner, other, TEXT.encode())
        assert put(visitor, other, TEXT, seat="").status_code == 404
        with override("en"), pytest.raises(Refusal, match="You may not write"):
            live_tables.write_draft(events.SeatLink(at, ""), theirs, TEXT.encode())
        with override("en"), pytest.raises(Refusal, match="You may not write"):
            live_tables.open_draft(events.SeatLink(at, ""), other, TEXT.encode())
        assert put(visitor, at, seat="").status_code == 200
        end_links(at)
        assert put(visitor, at, TEXT, seat="").status_code == 404
        assert visitor.get(enter).status_code == 404
        assert not LiveLines.objects.exists()

    def test_link_shows_no_hand_sets_no_delay_and_ends_nothing(self, visitor: Client, at: Table, enter: str) -> None:
        live = put(visitor, at, seat="").json()["live"]
        put(visitor, at, first_moves(12), live, seat="")
        for path in ("/?seat=", "/frames?view=open&after=0&seat=", "/events?view=open", "/frames?view=public&words=1"):
            assert visitor.get(f"{'/api/v1' * (path[1] != '?')}/tables/{live}{path}").status_code == 404, path
        assert end(visitor, f"{live}").status_code == 401
        assert visitor.patch(f"/api/v1/tables/{live}", b'{"delay": 0}', content_type="application/json").status_code == 401
        refused = put(visitor, at, first_moves(12).replace("E-", "S-", 1), live, 13, seat="").json()
        assert "there" not in refused
