"""The hall: what a clock shows when, who runs it, how it is undone; calls for a referee; what a screen in the hall is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import override_settings

from records.accounts import clubs
from records.accounts.models import AuditEntry, Club
from records.tournament import events, hall, sheets
from records.tournament.hall import clock as clocks
from records.tournament.models import (
    Arbiter,
    Entrant,
    Event,
    EventRound,
    PlannedSeat,
    RefereeCall,
    Stage,
    Table,
)
from records.tournament.sheets import SheetProgress
from records.tournament.tables.seat_links import SeatLink
from tests.each import refusals
from tests.people import person
from tests.records.errors import refused
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db

BEGIN = datetime(2026, 11, 14, 14, 0, tzinfo=UTC)


class Time:
    """The time of a test: it stands still until it is told to pass."""

    def __init__(self) -> None:
        self.at = BEGIN

    def passes(self, minutes: float) -> None:
        self.at += timedelta(minutes=minutes)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    set_ = Time()
    monkeypatch.setattr(clocks, "now", lambda: set_.at)
    return set_


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea", "tea")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    """Two rounds of two tables; at the first ones people are planned."""
    found = events.create(owner, club, "Autumn")
    stage = found.stages.get()
    for round_ in (1, 2):
        for name in ("1", "2"):
            events.plan_table(owner, found, stage, round_, name)
    for table in found.tables.filter(name="1"):
        for seat in "ES":
            entrant, _ = Entrant.objects.get_or_create(event=found, name=f"{seat} of 1")
            PlannedSeat.objects.create(table=table, seat=seat, entrant=entrant)
    return found


@pytest.fixture
def first(event: Event) -> EventRound:
    return EventRound.objects.get(stage__event=event, number=1)


@pytest.fixture
def table(first: EventRound) -> Table:
    return first.tables.select_related("event", "round").get(name="1")


@pytest.fixture
def arbiter(event: Event) -> Any:
    user = person("arbiter")
    Arbiter.objects.create(event=event, user=user)
    return user


# 50 minutes with a warning at 5: how it began, what time it is, and extra minutes of the table.
STOOD = timedelta(minutes=10)
PHASES: list[tuple[str, dict[str, Any], float, int, str, float]] = [
    ("before the start", {}, 0, 0, "waiting", 50),
    ("before the start, with extra time", {}, 0, 5, "waiting", 55),
    ("at the start", {"started_at": BEGIN}, 0, 0, "running", 50),
    ("before the warning", {"started_at": BEGIN}, 44.99, 0, "running", 5.01),
    ("at the warning", {"started_at": BEGIN}, 45, 0, "warning", 5),
    ("at the end", {"started_at": BEGIN}, 50, 0, "over", 0),
    ("after the end", {"started_at": BEGIN}, 53, 0, "over", -3),
    ("after the end, with extra time", {"started_at": BEGIN}, 53, 5, "warning", 2),
    ("in the warning of all, with extra time", {"started_at": BEGIN}, 46, 10, "running", 14),
    ("after the extra time", {"started_at": BEGIN}, 55, 5, "over", 0),
    ("while paused", {"started_at": BEGIN, "paused_at": BEGIN + STOOD}, 30, 0, "paused", 40),
    ("paused past the end of the day", {"started_at": BEGIN, "paused_at": BEGIN + STOOD}, 600, 0, "paused", 40),
    ("after a pause", {"started_at": BEGIN, "paused": STOOD}, 30, 0, "running", 30),
    ("warning after a pause", {"started_at": BEGIN, "paused": STOOD}, 55, 0, "warning", 5),
    ("ended early", {"started_at": BEGIN, "ended_at": BEGIN + STOOD}, 70, 0, "ended", 40),
    ("ended late", {"started_at": BEGIN, "ended_at": BEGIN + timedelta(minutes=52)}, 70, 0, "ended", -2),
]


@pytest.mark.parametrize(("how", "passed", "extra", "phase", "left"), [row[1:] for row in PHASES], ids=[row[0] for row in PHASES])
def test_clock_shows_its_phase_and_what_is_left(how: dict[str, Any], passed: float, extra: int, phase: str, left: float) -> None:
    stage = Stage(length=50, warning=5)
    clock, at = EventRound(stage=stage, length=50, warning=5, **how), BEGIN + timedelta(minutes=passed)
    assert (hall.phase(clock, at, extra), hall.left(clock, at, extra)) == (phase, timedelta(minutes=left))
    clock.warning = stage.warning = 0
    assert hall.phase(clock, at, extra) == ("running" if phase == "warning" else phase)


def test_paused_and_continued_clock_runs_out_so_much_later(owner: Any, event: Event, first: EventRound, time: Time) -> None:
    hall.set_times(owner, event, first, 50, 5)
    for command, minutes in (("start", 20), ("pause", 7), ("continue", 3), ("pause", 2), ("continue", 1)):
        clock = hall.run(owner, event, first, command)
        time.passes(minutes)
    assert clocks.ends_at(clock) == BEGIN + timedelta(minutes=50 + 7 + 2)
    assert hall.left(clock, time.at) == timedelta(minutes=50 - 20 - 3 - 1)
    assert EventRound.objects.get(started_at__isnull=False) == clock


def test_round_that_was_ended_while_paused_goes_on_where_it_stood(
    owner: Any, event: Event, first: EventRound, time: Time
) -> None:
    for command, minutes in (("start", 20), ("pause", 7), ("end", 30)):
        hall.run(owner, event, first, command)
        time.passes(minutes)
    clock = hall.run(owner, event, first, "continue")
    assert (hall.phase(clock, time.at), hall.left(clock, time.at)) == ("running", timedelta(minutes=40))


@refusals(
    ("done", "command"), [([], "pause"), ([], "continue"), ([], "end"), (["start", "end"], "pause"), (["start", "end"], "start")]
)
def test_command_that_a_clock_is_in_no_state_for_is_refused(
    owner: Any, event: Event, first: EventRound, done: list[str], command: str
) -> None:
    for one in done:
        hall.run(owner, event, first, one)
    with refused("clock-state", 409):
        hall.run(owner, event, first, command)
    with refused("invalid-command", 422):
        hall.run(owner, event, first, "rewind")


@pytest.mark.parametrize(
    ("before", "command"), [([], "start"), (["start"], "pause"), (["start", "pause"], "continue"), (["start"], "end")]
)
def test_what_two_people_do_at_once_is_done_once(
    owner: Any, event: Event, first: EventRound, time: Time, before: list[str], command: str
) -> None:
    for one in before:
        hall.run(owner, event, first, one)
    clock = hall.run(owner, event, first, command)
    time.passes(1)
    again = hall.run(owner, event, first, command)
    assert (again.clock_revision, hall.left(again, time.at)) == (clock.clock_revision, hall.left(clock, time.at))
    assert AuditEntry.objects.filter(action="event.clock").count() == len(before) + 1


@pytest.mark.parametrize("command", ["pause", "end", "reset"])
def test_undone_change_never_happened_and_is_brought_back_by_undoing_again(
    owner: Any, event: Event, first: EventRound, time: Time, command: str
) -> None:
    hall.run(owner, event, first, "start")
    time.passes(10)
    done = hall.run(owner, event, first, command)
    phase = hall.phase(done, time.at)
    time.passes(5)
    undone = hall.undo(owner, event, first, done.clock_revision)
    assert (hall.phase(undone, time.at), hall.left(undone, time.at)) == ("running", timedelta(minutes=45))
    assert hall.phase(hall.undo(owner, event, first, undone.clock_revision), time.at) == phase


def test_undoing_what_another_changed_meanwhile_is_refused(owner: Any, event: Event, first: EventRound) -> None:
    with refused("changed-meanwhile", 409):
        hall.undo(owner, event, first, 0)  # nothing was done yet
    seen = hall.run(owner, event, first, "start").clock_revision
    hall.run(owner, event, first, "pause")
    with refused("changed-meanwhile", 409):
        hall.undo(owner, event, first, seen)


class TestTimes:
    def test_length_set_while_the_clock_runs_counts_at_once_and_is_undone(
        self, owner: Any, event: Event, first: EventRound, time: Time
    ) -> None:
        hall.run(owner, event, first, "start")
        time.passes(10)
        longer = hall.set_times(owner, event, first, 90, 5)
        assert hall.left(longer, time.at) == timedelta(minutes=80)
        assert hall.undo(owner, event, first, longer.clock_revision).length == 60

    def test_round_that_runs_keeps_its_length_when_another_s_is_set(self, owner: Any, event: Event, first: EventRound) -> None:
        hall.run(owner, event, first, "start")
        hall.set_times(owner, event, EventRound.objects.get(stage__event=event, number=2), 90, 5)
        first.refresh_from_db()
        assert hall.minutes_of(first).length == 60

    @refusals(
        ("length", "warning", "code"),
        [(0, 0, "invalid-length"), (601, 5, "invalid-length"), (50, 50, "invalid-warning"), (50, -1, "invalid-warning")],
    )
    def test_times_that_cannot_be_are_refused(
        self, owner: Any, event: Event, first: EventRound, length: int, warning: int, code: str
    ) -> None:
        with refused(code, 422):
            hall.set_times(owner, event, first, length, warning)
        first.stage.refresh_from_db()
        assert (first.stage.length, first.stage.warning) == (60, 5)

    def test_extra_time_adds_up_and_is_taken_back(self, owner: Any, event: Event, table: Table) -> None:
        hall.give_time(owner, event, table, 5, "a ruling")
        given = hall.give_time(owner, event, table, 3)
        assert event.tables.get(pk=table.pk).extra == 8
        for _ in range(2):
            hall.take_time_back(owner, event, table, given)
        assert event.tables.get(pk=table.pk).extra == 5
        assert AuditEntry.objects.filter(action="event.time.undo").count() == 1

    def test_table_is_given_extra_time_only_so_often(self, owner: Any, event: Event, table: Table) -> None:
        for minutes, reason, code in ((0, "", "invalid-minutes"), (121, "", "invalid-minutes"), (5, "x" * 201, "invalid-reason")):
            with refused(code, 422):
                hall.give_time(owner, event, table, minutes, reason)
        for _ in range(20):
            hall.give_time(owner, event, table, 1)
        with refused("too-many", 409):
            hall.give_time(owner, event, table, 1)


class TestCalls:
    def test_second_press_joins_the_open_call(self, event: Event, table: Table) -> None:
        call = hall.call_by_link(SeatLink(table, "E"), "rule", "may I?")
        joined = hall.call_by_link(SeatLink(table, "S"), "score")
        assert (joined.pk, joined.seat, joined.reason, joined.text) == (call.pk, "E", "rule", "may I?")
        assert AuditEntry.objects.filter(action="event.call").count() == 1

    def test_open_calls_are_listed_oldest_first_and_closed_ones_last_first(
        self, owner: Any, event: Event, first: EventRound, time: Time
    ) -> None:
        calls = []
        for table in first.tables.select_related("event").order_by("-name"):
            calls.append(hall.call_by_link(SeatLink(table, ""), "slow"))
            time.passes(1)
        assert list(hall.open_calls(event)) == calls
        for call in calls:
            hall.close(owner, call, "done")
            time.passes(1)
        assert (list(hall.open_calls(event)), list(hall.closed_calls(event))) == ([], calls[::-1])

    def test_call_is_taken_and_closed_with_its_outcome(self, owner: Any, arbiter: Any, table: Table, time: Time) -> None:
        call = hall.call_by_link(SeatLink(table, "E"), "rule")
        assert call.state == "open"
        time.passes(2)
        taken = hall.take(arbiter, call)
        assert (taken.state, taken.taken_by, taken.taken_at) == ("taken", arbiter, time.at)
        with refused("taken", 409):
            hall.take(owner, call)
        closed = hall.close(owner, call, " warning given ")
        assert (closed.state, closed.taken_by, closed.closed_by, closed.outcome) == ("closed", arbiter, owner, "warning given")
        assert hall.close(arbiter, call, "again").outcome == "warning given"
        with refused("call-state", 409):
            hall.take(arbiter, call)

    def test_closed_call_is_opened_again_unless_the_table_has_another(self, owner: Any, table: Table) -> None:
        call = hall.close(owner, hall.call_by_link(SeatLink(table, ""), "other"))
        assert (call.taken_by, call.taken_at) == (owner, call.closed_at), "nobody had taken it"
        assert hall.reopen(owner, call).state == "taken"
        hall.close(owner, call)
        hall.call_by_link(SeatLink(table, ""), "slow")
        with refused("call-state", 409):
            hall.reopen(owner, call)

    def test_call_is_withdrawn_by_the_link_that_made_it_alone(self, owner: Any, first: EventRound, table: Table) -> None:
        call = hall.call_by_link(SeatLink(table, "E"), "rule")
        for seat in ("S", ""):
            with refused("not-yours", 403):
                hall.withdraw(SeatLink(table, seat), call)
        elsewhere = first.tables.select_related("event").get(name="2")
        with refused("not-found", 404):
            hall.withdraw(SeatLink(elsewhere, "E"), call)
        assert hall.withdraw(SeatLink(table, "E"), call).state == "withdrawn"
        with refused("call-state", 409):
            hall.reopen(owner, call)
        hall.withdraw(SeatLink(table, "E"), hall.call_by_link(SeatLink(table, "E"), "rule"))
        with refused("not-yours", 403):
            hall.withdraw(SeatLink(table, ""), hall.call_to(owner, table, "slow"))

    @pytest.mark.parametrize(("reason", "said", "code"), [("bored", "", "invalid-reason"), ("rule", "x" * 501, "too-long")])
    def test_call_that_cannot_be_is_refused(self, table: Table, reason: str, said: str, code: str) -> None:
        with refused(code, 422):
            hall.call_by_link(SeatLink(table, "E"), reason, said)
        assert not RefereeCall.objects.exists()

    @override_settings(THROTTLE={"call": "2/hour"})
    def test_table_calls_only_so_often(self, first: EventRound, table: Table) -> None:
        for _ in range(2):
            hall.withdraw(SeatLink(table, "E"), hall.call_by_link(SeatLink(table, "E"), "rule"))
        with refused("throttled", 429):
            hall.call_by_link(SeatLink(table, "S"), "rule")
        hall.call_by_link(SeatLink(first.tables.select_related("event").get(name="2"), ""), "rule")

    def test_log_says_why_a_table_called_but_not_what_its_players_wrote(self, event: Event, table: Table) -> None:
        call = hall.call_by_link(SeatLink(table, "E"), "rule", "he is cheating")
        entry = AuditEntry.objects.latest("number")
        said = {"club": event.club_id, "table": "1", "round": 1, "number": call.pk, "seat": "E", "called_for": "rule"}
        assert (entry.action, entry.target, json.loads(entry.details)) == ("event.call", f"event:{event.pk}", said)

    def test_every_change_grows_the_version_of_the_event(self, owner: Any, event: Event, first: EventRound, table: Table) -> None:
        call = hall.call_by_link(SeatLink(table, "E"), "rule")
        acts: list[Callable[[], Any]] = [
            lambda: hall.take(owner, call),
            lambda: hall.close(owner, call),
            lambda: hall.run(owner, event, first, "start"),
            lambda: hall.give_time(owner, event, table, 5),
        ]
        for act in acts:
            before = Event.objects.get(pk=event.pk).version
            act()
            assert Event.objects.get(pk=event.pk).version > before

    def test_call_given_back_is_taken_by_another(self, owner: Any, arbiter: Any, table: Table) -> None:
        call = hall.call_by_link(SeatLink(table, ""), "other")
        hall.take(arbiter, call)
        assert hall.give_back(owner, call).state == "open"
        assert hall.take(owner, call).taken_by == owner


class TestState:
    def test_hall_begins_at_the_first_round_and_follows_the_clock(self, owner: Any, club: Club, event: Event, time: Time) -> None:
        empty = hall.state_of(events.create(owner, club, "Empty"))
        assert [empty[name] for name in ("round", "clock", "tables", "over", "next", "then")] == [
            None,
            None,
            [],
            False,
            None,
            None,
        ]
        first, second = EventRound.objects.filter(stage__event=event).order_by("number")
        begun = hall.state_of(event)
        assert (begun["round"]["number"], begun["then"]["round"]["number"], begun["next"]) == (1, 2, None)
        hall.run(owner, event, first, "start")
        hall.run(owner, event, first, "end")
        ended = hall.state_of(event)
        assert (ended["round"]["number"], ended["over"], ended["next"]["round"]["number"]) == (1, True, 2)
        assert ended["next"]["tables"][0]["people"] == [
            {"seat": "E", "name": "E of 1", "points": None},
            {"seat": "S", "name": "S of 1", "points": None},
        ]
        time.passes(1)
        hall.run(owner, event, second, "start")
        assert [hall.state_of(event)[name] for name in ("over", "next", "then")] == [False, None, None]
        assert hall.state_of(event)["round"]["number"] == 2

    def test_document_of_a_running_clock_stays_the_same_while_time_passes(
        self, owner: Any, event: Event, first: EventRound, time: Time
    ) -> None:
        hall.run(owner, event, first, "start")
        before = hall.state_of(event)
        time.passes(7)
        assert hall.state_of(event) == before
        ends = (BEGIN + timedelta(minutes=60)).isoformat(timespec="milliseconds")
        times = {"length": 60, "warning": 5}
        assert before["clock"] == {"state": "running", **times, "ends_at": ends, "left": None}
        time.passes(0.5)
        hall.run(owner, event, first, "pause")
        assert hall.state_of(event)["clock"] == {"state": "paused", **times, "ends_at": None, "left": 3600 - 7.5 * 60}

    def test_tables_have_extra_time_progress_and_results_as_they_come(
        self, monkeypatch: pytest.MonkeyPatch, owner: Any, club: Club, event: Event, table: Table
    ) -> None:
        hall.give_time(owner, event, table, 5)

        sheet = SheetProgress(3, {"E": 12, "S": -12}, complete=False)
        monkeypatch.setattr(sheets, "progress_of", lambda tables: {table.pk: sheet})
        played, other = hall.state_of(event)["tables"]
        assert [(one["name"], one["points"]) for one in played["people"]] == [("E of 1", 12), ("S of 1", -12)]
        assert [played[name] for name in ("extra", "rounds", "done", "decided")] == [5, 3, False, False]
        assert [other[name] for name in ("extra", "rounds", "done", "people")] == [0, None, False, []]
        complete = SheetProgress(16, {}, complete=True)
        monkeypatch.setattr(sheets, "progress_of", lambda tables: {one.pk: complete for one in tables})
        played_out = hall.state_of(event)
        assert (played_out["over"], played_out["next"]["round"]["number"]) == (True, 2)
        [match] = upload(club, owner, text())
        events.attach_match(owner, event, match, event.stages.get(), 1, "1")
        judged = hall.state_of(event)["tables"][0]
        points = [one["points"] for one in judged["people"]]
        assert (judged["done"], judged["decided"], len(points), sum(points)) == (True, True, 4, 0)
        assert points == sorted(points, reverse=True)
