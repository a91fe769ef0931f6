"""Running the clock of a round, and giving a table extra time. Whatever is done to a clock can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.core.db.fields import LINE, storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.tournament.events.lock import lock_event
from records.tournament.events.models import Event, EventRound, Table
from records.tournament.hall import clock as clocks
from records.tournament.hall.models import RoundClock, StageTimes, TableTime
from records.tournament.hall.rights import require_run

LONGEST = 600
"""Minutes of a round at most."""
EXTRA = 120
"""Minutes at most that a table is given at once."""
MOST = 20
"""How often a table can be given extra time."""
FIELDS = ("started_at", "paused_at", "ended_at")


def _start(clock: RoundClock, at: datetime) -> None:
    clock.started_at, clock.paused_at, clock.paused, clock.ended_at = at, None, timedelta(0), None


def _pause(clock: RoundClock, at: datetime) -> None:
    clock.paused_at = at


def _continue(clock: RoundClock, at: datetime) -> None:
    stood = clock.paused_at or clock.ended_at
    assert stood is not None
    clock.paused, clock.paused_at, clock.ended_at = clock.paused + (at - stood), None, None


def _end(clock: RoundClock, at: datetime) -> None:
    if clock.paused_at is not None:
        clock.paused, clock.paused_at = clock.paused + (at - clock.paused_at), None
    clock.ended_at = at


def _reset(clock: RoundClock, at: datetime) -> None:
    clock.started_at, clock.paused_at, clock.paused, clock.ended_at = None, None, timedelta(0), None


Step = Callable[[RoundClock, datetime], None]
GOES_ON = ("running", "warning", "over")
COMMANDS: Mapping[str, tuple[Step, tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        "start": (_start, ("waiting",), (*GOES_ON, "paused")),
        "pause": (_pause, GOES_ON, ("paused",)),
        "continue": (_continue, ("paused", "ended"), GOES_ON),
        "end": (_end, (*GOES_ON, "paused"), ("ended",)),
        "reset": (_reset, (*GOES_ON, "paused", "ended"), ("waiting",)),
    }
)
"""What can be done to a clock: how, in which phases, and in which there is nothing left to do."""


@transaction.atomic
def run(actor: Actor, event: Event, round_: EventRound, command: str) -> RoundClock:
    """Start, pause, continue, end or reset the clock of a round. What was done already is not done again.

    Raises Refusal: 403 without the right, 409 where the clock is in no state for it, 422 for a command that there is not.
    """
    require_run(actor, event)
    if command not in COMMANDS:
        expected, found = ", ".join(COMMANDS), storable(command, 40)
        raise Refusal("invalid-command", _("Expected {expected}, found “{found}”."), 422, expected=expected, found=found)
    lock_event(event)
    step, from_, done = COMMANDS[command]
    clock, at = clocks.clock_of(round_), clocks.now()
    phase = clocks.phase(clock, at)
    if phase in done:
        return clock
    if phase not in from_:
        raise Refusal("clock-state", _("The clock of this round is in no state for this now."), 409)
    before = _kept(clock)
    step(clock, at)
    return _store(actor, event, clock, command, before)


@transaction.atomic
def undo(actor: Actor, event: Event, round_: EventRound, revision: int) -> RoundClock:
    """Undo the last change of a clock; undoing again brings it back. ``revision`` is that of the change to be undone.

    Raises Refusal: 403 without the right, 409 where there is nothing to undo or it was changed meanwhile.
    """
    require_run(actor, event)
    lock_event(event)
    clock = clocks.clock_of(round_)
    if clock.before is None or clock.revision != revision:
        raise Refusal("changed-meanwhile", _("The clock was changed meanwhile; look at it again."), 409)
    before = _kept(clock)
    for name in FIELDS:
        value = clock.before[name]
        setattr(clock, name, parse_datetime(value) if value else None)
    clock.paused = timedelta(seconds=clock.before["paused"])
    clock.length, clock.warning = clock.before["length"], clock.before["warning"]
    return _store(actor, event, clock, "undo", before)


@transaction.atomic
def set_times(actor: Actor, event: Event, round_: EventRound, length: int, warning: int) -> RoundClock:
    """Set how long the rounds of a stage last, in minutes, from this one on; also where its clock runs already.

    Raises Refusal: 403 without the right, 422 for other minutes than there can be.
    """
    require_run(actor, event)
    if not 1 <= length <= LONGEST:
        raise Refusal(
            "invalid-length", _("Expected a length from 1 to {most} minutes, found {length}."), 422, most=LONGEST, length=length
        )
    if not 0 <= warning < length:
        raise Refusal(
            "invalid-warning",
            _("Expected a warning from 0 to {most} minutes, found {warning}."),
            422,
            most=length - 1,
            warning=warning,
        )
    lock_event(event)
    clock = clocks.clock_of(round_)
    before, was = _kept(clock), (clock.length, clock.warning)
    StageTimes.objects.update_or_create(stage=round_.stage, defaults={"length": length, "warning": warning})
    clock.length, clock.warning = length, warning
    if was == (length, warning) or clock.started_at is None:
        _record(actor, event, clock, "times")
        return clock
    return _store(actor, event, clock, "times", before)


@transaction.atomic
def give_time(actor: Actor, event: Event, table: Table, minutes: int, reason: str = "") -> TableTime:
    """Give a table extra time. Raises Refusal: 403 without the right, 409 too often, 422 for minutes or a reason too long."""
    require_run(actor, event)
    said = several_lines(reason)
    if not 1 <= minutes <= EXTRA:
        raise Refusal("invalid-minutes", _("Expected 1 to {most} minutes, found {minutes}."), 422, most=EXTRA, minutes=minutes)
    if len(said) > LINE:
        raise Refusal("invalid-reason", _("A reason has at most {most} characters."), 422, most=LINE)
    lock_event(event)
    if TableTime.objects.filter(table=table).count() >= MOST:
        raise Refusal("too-many", _("A table is given extra time at most {most} times."), 409, most=MOST)
    given = TableTime.objects.create(table=table, minutes=minutes, reason=said, given_by=person(actor), given_at=clocks.now())
    details = {"table": table.name, "round": table.round.number, "minutes": minutes, "reason": said}
    audit.record("event.time", f"event:{event.pk}", by=actor, club=event.club_id, **details)
    return given


@transaction.atomic
def take_time_back(actor: Actor, event: Event, given_id: int) -> None:
    """Take extra time back from a table; what was taken back already stays so. Raises Refusal (403)."""
    require_run(actor, event)
    lock_event(event)
    given = TableTime.objects.filter(pk=given_id, table__event=event).select_related("table__round").first()
    if given is None:
        return
    details = {"table": given.table.name, "round": given.table.round.number, "minutes": given.minutes}
    given.delete()
    audit.record("event.time.undo", f"event:{event.pk}", by=actor, club=event.club_id, **details)


def _kept(clock: RoundClock) -> dict[str, Any]:
    """What undoing brings back."""
    moments = {name: value.isoformat() if (value := getattr(clock, name)) else None for name in FIELDS}
    return {**moments, "paused": clock.paused.total_seconds(), "length": clock.length, "warning": clock.warning}


def _store(actor: Actor, event: Event, clock: RoundClock, command: str, before: dict[str, Any]) -> RoundClock:
    clock.before, clock.revision = {**before, "did": command}, clock.revision + 1
    clock.save()
    _record(actor, event, clock, command)
    return clock


def _record(actor: Actor, event: Event, clock: RoundClock, command: str) -> None:
    audit.record(
        "event.clock",
        f"event:{event.pk}",
        by=actor,
        club=event.club_id,
        stage=clock.round.stage.number,
        round=clock.round.number,
        clock=command,
        length=clock.length,
        warning=clock.warning,
    )
