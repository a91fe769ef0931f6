"""Matches that are written down while they are played: lines are stored once, answered, watched, and become a match."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

import referee
from records.accounts import clubs
from records.accounts.models import AuditEntry, Club, Role
from records.archive import matches
from records.archive.models import Match
from records.tournament import events, live_tables
from records.tournament.live_tables.referees import referees
from records.tournament.models import LiveLines, LiveTable
from referee.core.match_referee import MatchReferee
from referee.notation.json_form import write_json
from tests.files import lines_of
from tests.golden import HOME
from tests.people import CLEAN, client_of, person
from tests.proof import one_in, proof
from tests.records.clubs import join
from tests.twins import opened as opened_record
from tests.twins import played, twin

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

TABLES = "/api/v1/tables"


@pytest.fixture
def ann() -> Any:
    return person("ann")


@pytest.fixture
def api(ann: Any) -> APIClient:
    return client_of(ann)


def record_of(data: bytes = CLEAN) -> referee.Record:
    record = referee.parse(data)
    assert isinstance(record, referee.Record)
    return record


def opened(api: APIClient, record: referee.Record | None = None, **more: Any) -> str:
    document = write_json(record or record_of())
    header = {name: document[name] for name in ("game", "rules", "base", "tags", "seats") if name in document}
    answer = api.post(TABLES, {**header, **more}, format="json")
    assert answer.status_code == 201, answer.content
    return f"{TABLES}/{answer.json()['id']}"


def write(api: APIClient, table: str, number: int, *moves: Any) -> Any:
    return api.post(f"{table}/moves", {"number": number, "moves": moves}, format="json")


@pytest.mark.parametrize(
    "game", one_in(4, [path.name for path in sorted(HOME.iterdir()) if path.is_dir() and path.name[0] != "_"])
)
def test_ended_table_is_the_match_of_its_record(api: APIClient, game: str) -> None:
    record = record_of((HOME / game / "clean-01.ppn").read_bytes())
    table, lines = opened(api, record), lines_of(record)
    for start in range(0, len(lines), 37):
        answer = write(api, table, start + 1, *lines[start : start + 37])
        assert answer.status_code == 200, answer.content
        assert answer.json()["findings"] == []
    match = api.post(f"{table}/match", {"totals": record.totals} if record.totals else {}, format="json").json()
    assert match["sha256"] == referee.parse(referee.write(record)).sha256
    stored = Match.objects.get(pk=match["id"])
    matches.judge(stored.pk)
    stored.refresh_from_db()
    assert stored.current_judgement is not None
    assert stored.current_judgement.verdict == referee.verify(referee.parse(referee.write(record))).as_dict()
    assert api.post(f"{table}/match", {}, format="json").json()["id"] == match["id"]
    assert write(api, table, len(lines) + 1, "E+5p").json()["code"] == "table-over"


def test_lines_are_written_once_by_whichever_process(api: APIClient) -> None:
    record = record_of()
    table, lines = opened(api, record), lines_of(record)
    first = write(api, table, 1, *lines[:40]).json()
    assert write(api, table, 1, *lines[:40]).json() == first
    key = LiveTable.objects.get().pk
    behind = referees.take(key)  # as a process that another one has overtaken
    assert api.get(f"{table}/moves").json() == {**first, "findings": []}
    assert write(api, table, 31, *lines[30:60]).json()["next"] == 61
    assert behind is not None
    referees.take(key)
    referees.keep(key, behind)
    told = write(api, table, 61, lines[60]).json()
    referees.take(key)
    assert api.get(f"{table}/moves").json() == {**told, "findings": []}
    assert [line for row in LiveLines.objects.order_by("first") for line in row.lines] == lines[:61]


def test_gap_and_another_move_of_the_same_number_are_told_what_is_there(api: APIClient) -> None:
    record = record_of()
    table, lines = opened(api, record), lines_of(record)
    write(api, table, 1, *lines[:20])
    gap = write(api, table, 22, *lines[21:25])
    assert (gap.status_code, gap.json()["code"], gap.json()["next"]) == (409, "line-missing", 21)
    assert gap.json()["there"] == lines[:20]
    other = write(api, table, 20, "E.hu", *lines[20:25])
    assert (other.status_code, other.json()["code"], other.json()["number"]) == (409, "line-differs", 20)
    assert other.json()["there"] == lines[19:20]
    assert LiveTable.objects.get().written == 20


def test_what_cannot_be_read_or_cannot_come_is_refused_whole(api: APIClient) -> None:
    table, lines = opened(api), lines_of(record_of())
    for bad in ("E*", {"round": {"round": 1, "moves": ["E+1m"]}}, {"back": -1}, {"over": {"moves": []}}, 7, "E+5p E-5p"):
        answer = write(api, table, 1, lines[0], bad)
        assert (answer.status_code, answer.json()["code"], answer.json()["number"]) == (422, "invalid-line", 2), bad
    for early in ("E+5p", {"over": {}}, {"back": 0}):
        assert write(api, table, 1, early).json()["code"] == "out-of-place"
    assert write(api, table, 1, lines[0], lines[1], lines[0]).status_code == 409
    assert write(api, table, 1, *["E+5p"] * 501).status_code == 413
    assert write(api, table, 1, *[{"back": 0}] * 21).status_code == 413
    assert not LiveLines.objects.exists()
    assert write(api, table, 1, *lines[:2]).json()["next"] == 3


def test_moves_are_taken_back(api: APIClient) -> None:
    record = record_of()
    table, lines = opened(api, record), lines_of(record)
    write(api, table, 1, *lines[:30])
    back = write(api, table, 31, {"back": 10}).json()
    assert (back["next"], back["move"]) == (32, 10)
    again = write(api, table, 32, *lines[11:]).json()
    assert again["results"][0]["scores"]
    referees.take(LiveTable.objects.get().pk)
    assert api.get(f"{table}/moves").json()["results"] == again["results"]
    match = api.post(f"{table}/match", {"totals": record.totals}, format="json").json()
    assert match["sha256"] == referee.parse(CLEAN).sha256


def test_watchers_see_hands_when_the_delay_is_over_and_never_the_wall(api: APIClient) -> None:
    record = record_of()
    table, lines = opened(api, record, public=True, tags={"Event": "Autumn", "Seed": "31"}), lines_of(record)
    write(api, table, 1, *lines[:30])
    nobody = APIClient()
    assert nobody.get(table).json()["header"]["tags"] == {"Event": "Autumn"}, "a tag may tell how the wall was made"
    shown = nobody.get(f"{table}/frames").json()
    assert (shown["last"], len(shown["frames"])) == (30, 30)
    for frame in shown["frames"]:
        assert all(set(seat["hand"]) <= {"?"} and not seat["waits"] for seat in frame["frame"]["seats"])
        assert frame["frame"]["wall"]["tiles"] is None
        assert frame["frame"]["findings"] == []
        assert not (frame["frame"]["token"] or "").startswith(tuple(f"{seat}+{n}" for seat in "ESWN" for n in range(1, 10)))
    for view in ("open", "E"):
        assert nobody.get(f"{table}/frames", {"view": view}).json()["frames"] == []
        assert len(api.get(f"{table}/frames", {"view": view}).json()["frames"]) == 30
    api.patch(table, {"delay": 0}, format="json")
    opened_up = nobody.get(f"{table}/frames", {"view": "open", "after": 0}).json()["frames"]
    assert opened_up[-1]["frame"]["wall"]["tiles"] is None
    assert "?" not in opened_up[-1]["frame"]["seats"][0]["hand"]
    mine = nobody.get(f"{table}/frames", {"view": "E", "after": 29}).json()["frames"]
    assert [set(seat["hand"]) <= {"?"} for seat in mine[0]["frame"]["seats"]] == [False, True, True, True]
    assert nobody.get(f"{table}/frames", {"view": "Q"}).json()["code"] == "invalid-view"


def test_frames_come_in_slices_that_follow_each_other(api: APIClient) -> None:
    """A3: an answer has so many frames at most, and says where to go on."""
    record = record_of()
    table, lines = opened(api, record, public=True), lines_of(record)
    write(api, table, 1, *lines)
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        some = APIClient().get(f"{table}/frames?view=public&after={after}").json()
        assert 0 < len(some["frames"]) <= live_tables.AT_ONCE
        found, after = [*found, *some["frames"]], some["next"]
    assert [frame["number"] for frame in found] == [*range(1, len(lines) + 1)]
    assert found[-1]["kind"] == "over"


def test_frames_are_read_and_not_refereed_again(api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A3: however long a table is, an answer plays no move and reads a bounded number of rows."""
    record = record_of()
    table, lines = opened(api, record, public=True), lines_of(record)
    write(api, table, 1, *lines[:40])
    for back in range(20):
        write(api, table, 41 + 40 * back, {"back": 0}, *lines[1:40])
    played = list[Any]()
    monkeypatch.setattr(MatchReferee, "move", lambda self, move: played.append(move))
    for view in ("public", "open", "E"):
        for after in (None, 0, 700):
            asked: dict[str, Any] = {"view": view, **({} if after is None else {"after": after})}
            with CaptureQueriesContext(connection) as queries:
                answer = api.get(f"{table}/frames", asked)
            assert len(answer.json()["frames"]) <= live_tables.AT_ONCE
            assert len(queries) < 15
            assert not [one for one in queries.captured_queries if '"tournament_livelines"."lines"' in str(one["sql"])]
    assert played == []


class TestOfClubs:
    """Tables of a club and of its events."""

    @pytest.fixture
    def club(self, ann: Any) -> Club:
        return clubs.create(ann, "Tea", "tea")

    def test_table_of_a_club_is_seen_by_its_members(self, api: APIClient, club: Club) -> None:
        table, member = opened(api, club="tea"), client_of(join(club, "max", Role.MEMBER).user)
        assert [one.get(table).status_code for one in (member, client_of(person("else")))] == [200, 404]

    def test_ended_table_is_at_the_table_of_its_event(self, ann: Any, api: APIClient, club: Club) -> None:
        event = events.create(ann, club, "Autumn")
        at = events.plan_table(ann, event, event.stages.get(), 1, "3")
        table = opened(api, event=str(event.pk), table=at.pk)
        again = api.post(TABLES, {"game": "sichuan", "event": str(event.pk), "table": at.pk}, format="json")
        assert (again.status_code, again.json()["code"]) == (409, "already-live")
        assert live_tables.playing_in(event)[at.pk].live == LiveTable.objects.get().pk
        write(api, table, 1, *lines_of(record_of()))
        match = api.post(f"{table}/match", {}, format="json").json()
        at.refresh_from_db()
        assert str(at.match_id) == match["id"]
        assert {"live.open", "live.end"} <= set(AuditEntry.objects.values_list("action", flat=True))

    def test_hall_shows_how_far_a_table_is_until_it_is_over(self, ann: Any, api: APIClient, club: Club) -> None:
        event = events.create(ann, club, "Autumn")
        at = events.plan_table(ann, event, event.stages.get(), 1, "3")

        def there() -> Any:
            return api.get(f"/api/v1/events/{event.pk}/hall").json()["tables"][0]

        assert there()["live"] is None
        table = opened(api, event=str(event.pk), table=at.pk)
        assert (there()["live"]["round"], there()["rounds"], there()["done"]) == (0, 0, False)
        lines = lines_of(record_of())
        write(api, table, 1, *lines[:5])
        assert (there()["live"]["round"], there()["live"]["move"], there()["rounds"]) == (1, 4, 0)
        write(api, table, 6, {"back": 1})
        assert there()["live"]["move"] == 1
        over = write(api, table, 7, *lines[2:]).json()["results"]
        told = {row["seat"]: row["points"] for row in there()["people"]}
        assert told == {seat: sum(result["scores"][seat] for result in over) for seat in "ESWN"}
        assert there()["rounds"] == len(over)
        api.post(f"{table}/match", {}, format="json")
        assert there()["live"] is None
        assert there()["done"]


def test_table_of_no_game_or_one_too_many_is_not_opened(api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.tournament.live_tables.changing.TABLES_OPEN", 1)
    for body in ({}, {"game": "chess"}, {"game": "sichuan", "rules": "nonsense"}, {"game": "sichuan", "delay": -1}):
        assert api.post(TABLES, body, format="json").status_code in (400, 422)
    opened(api)
    assert api.post(TABLES, {"game": "sichuan"}, format="json").json()["code"] == "too-many-tables"
    assert LiveTable.objects.count() == 1


def test_left_table_is_closed_and_kept(api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of()
    table = opened(api, record)
    write(api, table, 1, *lines_of(record))
    assert live_tables.close_idle() == 0
    monkeypatch.setattr("records.tournament.live_tables.changing.IDLE_HOURS", -1)
    assert live_tables.close_idle() == 1
    assert write(api, table, 1, "E+5p").json()["state"] == "idle"
    assert api.post(f"{table}/match", {"totals": record.totals}, format="json").json()["sha256"] == record.sha256


@pytest.mark.parametrize("apart", [54, pytest.param(18, marks=proof)])
def test_tables_that_differ_in_hidden_tiles_are_answered_alike(ann: Any, apart: int) -> None:
    """A1: answers about them have the same bytes, whatever is found at either; so have the places and points of a hall."""
    for path in played()[::apart]:
        ours = opened_record(path)
        assert ours is not None
        answers = [answered_of(ann, record) for record in (ours, twin(ours))]
        assert answers[0] == answers[1], path


def answered_of(user: Any, record: referee.Record) -> list[Any]:
    """What a visitor is answered about a table at which this record is written."""
    header = {name: said for name, said in write_json(record).items() if name in ("game", "rules", "base", "seats")}
    table = live_tables.open_table(user, header, public=True)
    lines, found = lines_of(record), list[Any]()
    for start in range(0, len(lines), 100):
        live_tables.write(user, table, start + 1, lines[start : start + 100])
        table.refresh_from_db()
        found.append(table.progress)
    for after in range(0, len(lines), live_tables.AT_ONCE):
        answer = APIClient().get(f"{TABLES}/{table.pk}/frames?view=public&after={after}")
        found.append((answer.content, answer.headers["Content-Length"], answer.get("ETag")))
    return found
