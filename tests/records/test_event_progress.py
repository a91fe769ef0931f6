"""How far an event has come: its rounds, what the latest one changed, when they start, and which events are listed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from django.contrib.auth.models import AnonymousUser, User

from records.accounts.models import AuditEntry, Club
from records.core.errors import Refusal
from records.tournament import events, hall
from records.tournament.events import visibility as listing
from records.tournament.events.overview.progress import Change, current_round, latest_round, rounds_of
from records.tournament.models import Event
from records.tournament.tables.planned_seats import plan_start, read_start
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


def states(event: Event) -> list[tuple[int, str, int]]:
    return [(one.number, one.state, one.done) for one in rounds_of(events.overview_of(event))]


class TestRounds:
    def test_round_is_planned_then_running_then_over(self, ann: User, club: Club, event: Event) -> None:
        stage = event.stages.get()
        for table in ("1", "2"):
            events.plan_table(ann, event, stage, 1, table)
        assert states(event) == [(1, "planned", 0)]
        upload(club, ann, text(Table="1"), judge=False)
        assert states(event) == [(1, "running", 0)], "a match is there, and no verdict"
        upload(club, ann, text("sichuan/clean-02", "EFGH", Table="2"))
        assert states(event) == [(1, "running", 1)]

    def test_round_with_points_at_every_table_is_over_and_the_next_is_the_one_to_look_at(
        self, ann: User, club: Club, event: Event
    ) -> None:
        upload(club, ann, text(Table="1"))
        events.plan_table(ann, event, event.stages.get(), 2, "1")
        rounds = rounds_of(events.overview_of(event))
        now = current_round(rounds)
        assert [one.state for one in rounds] == ["over", "planned"]
        assert now is not None
        assert now.number == 2
        assert current_round(rounds[:1]) is None

    def test_round_whose_clock_was_started_is_running(self, ann: User, event: Event) -> None:
        table = events.plan_table(ann, event, event.stages.get(), 1, "1")
        hall.run(ann, event, table.round, "start")
        assert states(event) == [(1, "running", 0)]


class TestChanges:
    def test_change_is_the_difference_of_the_standings_before_and_after_the_round(
        self, ann: User, club: Club, event: Event
    ) -> None:
        upload(club, ann, text(Table="1"))
        before = {row.entrant: row for row in events.overview_of(event).standings.rows}
        upload(club, ann, text("sichuan/clean-02", "DCBA", Table="1"))
        overview = events.overview_of(event)
        now = {row.entrant: row for row in overview.standings.rows}
        latest = latest_round(overview)
        assert latest is not None
        assert (latest.stage.number, latest.number) == (1, 2)
        assert latest.changes == {
            name: Change(before[name].rank - row.rank, row.points - before[name].points) for name, row in now.items()
        }
        assert any(change.places for change in latest.changes.values()), "the example moves somebody"
        assert sum((change.points for change in latest.changes.values()), Fraction()) == 0


class TestSchedule:
    @pytest.mark.parametrize(
        ("given", "wanted"),
        [
            ("2026-11-14T12:00", NOON),
            ("2026.11.14 12:00", NOON),
            (" 2026-11-14 12:00:00 ", NOON),
            ("2026-11-14T13:00+01:00", NOON),
            ("", None),
        ],
    )
    def test_start_is_read_in_the_time_zone_of_the_service(self, given: str, wanted: datetime | None) -> None:
        assert read_start(given) == wanted

    @pytest.mark.parametrize(
        "given", ["soon", "2026-11-14", "2026-13-14 12:00", "2026-11-14 25:00", "0001-01-01 00:00+23:59", "x" * 999]
    )
    def test_start_that_is_no_time_is_refused(self, given: str) -> None:
        with pytest.raises(Refusal) as refused:
            read_start(given)
        assert refused.value.status == 422

    def test_planned_start_is_stored_and_written_to_the_audit_log(self, ann: User, event: Event) -> None:
        events.plan_table(ann, event, event.stages.get(), 1, "1")
        plan_start(ann, event, 1, 1, NOON)
        assert [one.starts_at for one in rounds_of(events.overview_of(event))] == [NOON]
        entry = AuditEntry.objects.get(action="event.schedule")
        assert "2026-11-14T12:00+00:00" in str(entry.details)

    def test_start_is_planned_by_scorers_of_a_round_that_is_there(self, ann: User, event: Event) -> None:
        for actor, number, status in ((User.objects.create_user("bo"), 1, 403), (ann, 7, 404)):
            with pytest.raises(Refusal) as refused:
                plan_start(actor, event, 1, number, NOON)
            assert refused.value.status == status


class TestList:
    DAY = date(2026, 11, 14)

    @pytest.mark.parametrize(
        ("starts", "ends", "kind"),
        [
            ("2026.11.14", "", "running"),
            ("2026.11.13", "", "over"),
            ("2026.11.15", "", "coming"),
            ("2026.11.01", "2026.11.14", "running"),
            ("2026.11.01", "2026.11.13", "over"),
            ("2026.11.15", "2026.11.16", "coming"),
            ("", "", "running"),
            ("", "2026.11.13", "over"),
            ("", "2026.11.14", "running"),
        ],
    )
    def test_event_runs_is_to_come_or_is_over_by_its_days(self, ann: User, club: Club, starts: str, ends: str, kind: str) -> None:
        event = events.create(ann, club, "Cup", starts=starts, ends=ends)
        kinds = {"running": listing.running, "coming": listing.coming, "over": listing.over}
        assert [name for name, of_day in kinds.items() if Event.objects.filter(of_day(self.DAY), pk=event.pk).exists()] == [kind]

    def test_list_has_public_events_and_ones_own(self, ann: User, club: Club) -> None:
        for name, public in (("Open", True), ("Closed", False)):
            events.create(ann, club, name, public=public)
        for actor, names in ((AnonymousUser(), ["Open"]), (User.objects.create_user("bo"), ["Open"]), (ann, ["Closed", "Open"])):
            assert sorted(one.name for one in listing.listed(actor)) == names

    @pytest.mark.parametrize(
        ("name", "found"), [("羅", True), ("罗大", True), ("ＣＵＰ", True), ("cup 羅", True), ("cups", False)]
    )
    def test_event_is_found_by_parts_of_its_name_in_either_script(self, ann: User, club: Club, name: str, found: bool) -> None:
        events.create(ann, club, "羅大佑 Cup")
        assert listing.listed(ann, name).exists() is found
