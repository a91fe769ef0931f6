"""What an organizer does next in an event, from the first name on the list to the published results."""

from __future__ import annotations

from dataclasses import dataclass

from records.archive.matches.models import Match
from records.tournament import hall, live_tables, sheets
from records.tournament.events.models import EventRound, Table
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.progress import rounds_of
from records.tournament.events.overview.tables import natural
from records.tournament.publications.publishing import is_published, publishing_of


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step: ``enter`` people, ``draw`` rounds, ``start`` a round, ``record`` what was played at a table, ``decide`` what
    waits for a person, ``wait`` for verdicts, ``publish``; ``done`` where the results stand as they are published.

    ``count`` is how many people, tables, matches or decisions there are; 0 with ``wait`` where the results are being published.
    """

    does: str
    count: int = 0
    round: EventRound | None = None
    table: Table | None = None


def next_step(overview: EventOverview) -> NextStep:
    """The next step of an event. A call for a referee comes first; decisions come when all tables have been played."""
    event, rounds = overview.event, rounds_of(overview)
    calls = hall.open_calls(event).count()
    to_decide = NextStep("decide", calls + len(overview.decisions))
    if calls:
        return to_decide
    if not rounds:
        people = len(overview.entrants)
        return NextStep("draw", people) if people else NextStep("enter")
    progress = sheets.progress_of([one.table for one in overview.tables if one.match is None])
    playing = live_tables.playing_in(event)
    to_start, missing = None, []
    for one in rounds:
        open_tables = [at.table for at in one.tables if at.match is None]
        entered = any(table.pk in progress or table.pk in playing for table in open_tables)
        if one.round.started_at or entered or len(open_tables) < len(one.tables):
            missing += [table for table in open_tables if table.pk not in progress or not progress[table.pk].complete]
        else:
            to_start = to_start or one.round
    if missing:
        return NextStep("record", len(missing), table=missing[0])
    if to_start:
        return NextStep("start", round=to_start)
    if overview.decisions:
        return to_decide
    judging = [one for one in overview.tables if one.match and one.match.state in (Match.State.PENDING, Match.State.JUDGING)]
    if judging:
        return NextStep("wait", len(judging))
    job = publishing_of(event)
    if job is not None and not job.finished:
        return NextStep("wait")
    return NextStep("done" if is_published(overview) else "publish")


def next_to_record(table: Table) -> Table | None:
    """The table of the same round to record after this one: the next by name whose sheet is not complete, then from the first."""
    others = sorted(table.round.tables.filter(match=None).exclude(pk=table.pk), key=lambda one: natural(one.name))
    progress = sheets.progress_of(others)
    open_ones = [one for one in others if one.pk not in progress or not progress[one.pk].complete]
    later = [one for one in open_ones if natural(one.name) > natural(table.name)]
    return next(iter([*later, *open_ones]), None)
