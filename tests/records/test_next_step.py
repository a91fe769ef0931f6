"""What comes next in an event: from nobody on its list to results that are published as they stand."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from records.accounts.models import Club
from records.core.queue import jobs
from records.tournament import events, hall, publications
from records.tournament.events.next_step import next_step, next_to_record
from records.tournament.models import Event, EventRound, Table
from referee.tournament.ranking.rulings import UPHELD
from tests.records.evening import finding_of, publish, text, upload

FLAGGED = "sichuan/score-mismatch"


def after(event: Event) -> tuple[str, int]:
    event.refresh_from_db()
    found = next_step(events.overview_of(event))
    return found.does, found.count


def planned(event: Event, ann: User, round_: int, *names: str) -> list[Table]:
    return [events.plan_table(ann, event, event.stages.get(), round_, name) for name in names]


def start(event: Event, ann: User, number: int = 1) -> None:
    hall.run(ann, event, EventRound.objects.get(stage__event=event, number=number), "start")


def test_people_are_entered_then_drawn(event: Event, ann: User) -> None:
    assert after(event) == ("enter", 0)
    events.add_entrant(ann, event, "Li")
    assert after(event) == ("draw", 1)


def test_round_that_is_planned_is_started_and_then_its_tables_wait_for_their_sheets(event: Event, ann: User) -> None:
    first, _ = planned(event, ann, 1, "1", "2")
    planned(event, ann, 2, "1")
    found = next_step(events.overview_of(event))
    assert (found.does, found.round) == ("start", first.round)
    start(event, ann)
    found = next_step(events.overview_of(event))
    assert (found.does, found.count, found.table) == ("record", 2, first)


def test_round_with_a_match_has_begun_though_nobody_started_its_clock(event: Event, ann: User, club: Club) -> None:
    planned(event, ann, 1, "1", "2")
    upload(club, ann, text(Table="1"))
    found = next_step(events.overview_of(event))
    assert (found.does, found.count, found.table and found.table.name) == ("record", 1, "2")


def test_next_round_is_started_before_what_was_found_in_the_last_is_decided(event: Event, ann: User, club: Club) -> None:
    planned(event, ann, 1, "1")
    upload(club, ann, text(FLAGGED, Table="1"))
    assert after(event) == ("decide", 1)
    [table] = planned(event, ann, 2, "1")
    assert next_step(events.overview_of(event)).round == table.round


def test_call_for_a_referee_comes_before_everything(event: Event, ann: User) -> None:
    table, _ = planned(event, ann, 1, "1", "2")
    hall.call_to(ann, table, "rule")
    assert after(event) == ("decide", 1)


def test_match_that_is_not_judged_yet_is_waited_for(event: Event, ann: User, club: Club) -> None:
    upload(club, ann, text(Table="1"), judge=False)
    assert after(event) == ("wait", 1)


def test_results_are_published_once_all_is_decided_and_again_after_a_change(event: Event, ann: User, club: Club) -> None:
    [match] = upload(club, ann, text(FLAGGED, Table="1"))
    events.rule(ann, event, match, finding_of(match), UPHELD, "So it was.")
    assert after(event) == ("publish", 0)
    publish(ann, event)
    assert after(event) == ("done", 0)
    events.change(ann, event, name="Winter Cup")
    assert after(event) == ("publish", 0)
    job = publications.publish(ann, event)
    assert after(event) == ("wait", 0)
    jobs.run(job.pk)
    assert after(event) == ("done", 0)


@pytest.mark.parametrize(("judge", "counted"), [(False, 0), (True, 1)])
def test_verdict_to_come_and_table_to_be_played_are_no_decision(
    event: Event, ann: Any, club: Club, judge: bool, counted: int
) -> None:
    planned(event, ann, 1, "7")
    upload(club, ann, text(FLAGGED, Table="1"), judge=judge)
    overview = events.overview_of(event)
    assert (len(overview.issues), len(overview.decisions)) == (2, counted)


def test_decisions_come_oldest_first(event: Event, ann: User, club: Club) -> None:
    later, earlier = upload(club, ann, text(FLAGGED, Table="1"), text(FLAGGED, "EFGH", Table="2"))
    type(later).objects.filter(pk=earlier.pk).update(created_at="2020-01-01T00:00Z")
    found = [one.match and one.match.pk for one in events.overview_of(event).decisions]
    assert found == [earlier.pk, later.pk]


def test_table_to_record_after_one_is_the_next_by_name_whose_sheet_is_open(event: Event, ann: User, club: Club) -> None:
    first, second, tenth = planned(event, ann, 1, "1", "2", "10")
    assert [next_to_record(one) for one in (first, second, tenth)] == [second, tenth, first]
    upload(club, ann, text(Table="2"))
    assert [next_to_record(one) for one in (first, tenth)] == [tenth, first]
    upload(club, ann, text(people="EFGH", Table="1"))
    assert next_to_record(tenth) is None
