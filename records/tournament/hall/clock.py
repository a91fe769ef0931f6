"""The clock of a round: how much time is left for all its tables or for one that was given more, and running it.

Nothing ticks: the time that is left follows from when the clock was started, how long it stood still, and what time it is. All
that is done to a clock can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, require
from records.core.db import clock as database_clock
from records.core.db.fields import LINE, storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.tournament.events.lock import current_table, lock_event, may_in
from records.tournament.events.models import Event, EventRound, Table

LONGEST = 600
"""Minutes of a round at most."""
EXTRA = 120
"""Minutes at most that a table is given at once."""
MOST = 20
"""How often a table can be given extra time."""
MOMENTS = ("started_at", "paused_at", "ended_at")


class Phase(StrEnum):
    """Where a clock is. ``OVER`` is a clock that has run out, ``ENDED`` one that somebody has stopped."""

    WAITING = "waiting"
    RUNNING = "running"
    WARNING = "warning"
    OVER = "over"
    PAUSED = "paused"
    ENDED = "ended"


class Minutes(NamedTuple):
    """How long a round lasts, and how long before its end the players are warned."""

    length: int
    warning: int


def may_run(actor: Actor, event: Event) -> bool:
    """Whether somebody may run the clock, give extra time and call a referee to a table: scorers, arbiters, organizers."""
    return may_in(actor, Right.SCORE, event) or may_in(actor, Right.RULE, event)


def require_run(actor: Actor, event: Event) -> None:
    """Raises Refusal (403) where somebody may not run the clock."""
    require(may_run(actor, event))


def now() -> datetime:
    """What time it is: by the database's clock, so that all processes agree."""
    return database_clock.now()


def minutes_of(round_: EventRound) -> Minutes:
    """The minutes of a round: its own once it was started, before that those of its stage."""
    if round_.started_at is None or round_.length is None or round_.warning is None:
        return Minutes(round_.stage.length, round_.stage.warning)
    return Minutes(round_.length, round_.warning)


def ends_at(round_: EventRound) -> datetime | None:
    """When a running clock runs out; None while it stands still."""
    if round_.started_at is None or round_.paused_at is not None or round_.ended_at is not None:
        return None
    return round_.started_at + round_.paused + timedelta(minutes=minutes_of(round_).length)


def left(round_: EventRound, at: datetime, extra: int = 0) -> timedelta:
    """The time that is left, with so many minutes more; less than nothing where the clock has run out."""
    whole = timedelta(minutes=minutes_of(round_).length + extra)
    if round_.started_at is None:
        return whole
    return whole - ((round_.ended_at or round_.paused_at or at) - round_.started_at - round_.paused)


def phase(round_: EventRound, at: datetime, extra: int = 0) -> Phase:
    """Where the clock is at a moment, for a table with so many minutes more."""
    if round_.started_at is None:
        return Phase.WAITING
    if round_.ended_at is not None:
        return Phase.ENDED
    if round_.paused_at is not None:
        return Phase.PAUSED
    remaining = left(round_, at, extra)
    if remaining <= timedelta(0):
        return Phase.OVER
    return Phase.WARNING if remaining <= timedelta(minutes=minutes_of(round_).warning) else Phase.RUNNING


# -- what is done to a clock -----------------------------------------------------------------------------------------------


def _start(round_: EventRound, at: datetime) -> None:
    round_.length, round_.warning = minutes_of(round_)
    round_.started_at, round_.paused_at, round_.paused, round_.ended_at = at, None, timedelta(0), None


def _pause(round_: EventRound, at: datetime) -> None:
    round_.paused_at = at


def _continue(round_: EventRound, at: datetime) -> None:
    stood = round_.paused_at or round_.ended_at
    assert stood is not None
    round_.paused, round_.paused_at, round_.ended_at = round_.paused + (at - stood), None, None


def _end(round_: EventRound, at: datetime) -> None:
    if round_.paused_at is not None:
        round_.paused, round_.paused_at = round_.paused + (at - round_.paused_at), None
    round_.ended_at = at


def _reset(round_: EventRound, at: datetime) -> None:
    round_.started_at, round_.paused_at, round_.paused, round_.ended_at = None, None, timedelta(0), None


Step = Callable[[EventRound, datetime], None]
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
def run(actor: Actor, event: Event, round_: EventRound, command: str) -> EventRound:
    """Start, pause, continue, end or reset the clock of a round. What was done already is not done again.

    Raises Refusal: 403 without the right, 404, 409 where the clock is in no state for it, 422 for a command that there is not.
    """
    require_run(actor, event)
    if command not in COMMANDS:
        expected, found = ", ".join(COMMANDS), storable(command, 40)
        raise Refusal("invalid-command", _("Expected {expected}, found “{found}”."), 422, expected=expected, found=found)
    step, from_, done = COMMANDS[command]
    current, at = _locked(event, round_), now()
    found_in = phase(current, at)
    if found_in in done:
        return current
    if found_in not in from_:
        raise Refusal("clock-state", _("The clock of this round is in no state for this now."), 409)
    before = _kept(current)
    step(current, at)
    return _store(actor, event, current, command, before)


@transaction.atomic
def undo(actor: Actor, event: Event, round_: EventRound, revision: int) -> EventRound:
    """Undo the last change of a clock; undoing again brings it back. ``revision`` is that of the change to be undone.

    Raises Refusal: 403 without the right, 404, 409 where there is nothing to undo or it was changed meanwhile.
    """
    require_run(actor, event)
    current = _locked(event, round_)
    if current.clock_before is None or current.clock_revision != revision:
        raise Refusal("changed-meanwhile", _("The clock was changed meanwhile; look at it again."), 409)
    before, back = _kept(current), current.clock_before
    for name in MOMENTS:
        setattr(current, name, parse_datetime(back[name]) if back[name] else None)
    current.paused = timedelta(seconds=back["paused"])
    current.length, current.warning = back["length"], back["warning"]
    return _store(actor, event, current, "undo", before)


@transaction.atomic
def set_times(actor: Actor, event: Event, round_: EventRound, length: int, warning: int) -> EventRound:
    """Set how long the rounds of a stage last, in minutes, from this one on; also where its clock runs already.

    Raises Refusal: 403 without the right, 404, 422 for other minutes than there can be.
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
    current = _locked(event, round_)
    before, was = _kept(current), minutes_of(current)
    current.stage.length, current.stage.warning = length, warning
    current.stage.save(update_fields=["length", "warning"])
    if was == (length, warning) or current.started_at is None:
        _record(actor, event, current, "times")
        return current
    current.length, current.warning = length, warning
    return _store(actor, event, current, "times", before)


def _locked(event: Event, round_: EventRound) -> EventRound:
    """The round as it is stored now, its event locked. Raises Refusal (404) where it is gone."""
    lock_event(event)
    found = EventRound.objects.select_related("stage").filter(pk=round_.pk).first()
    if found is None:
        raise Refusal("not-found", _("There is no such round."), 404)
    return found


def _kept(round_: EventRound) -> dict[str, Any]:
    """What undoing brings back."""
    moments = {name: value.isoformat() if (value := getattr(round_, name)) else None for name in MOMENTS}
    return {**moments, "paused": round_.paused.total_seconds(), **minutes_of(round_)._asdict()}


def _store(actor: Actor, event: Event, round_: EventRound, command: str, before: dict[str, Any]) -> EventRound:
    round_.clock_before, round_.clock_revision = {**before, "did": command}, round_.clock_revision + 1
    round_.save()
    _record(actor, event, round_, command)
    return round_


def _record(actor: Actor, event: Event, round_: EventRound, command: str) -> None:
    told = {"stage": round_.stage.number, "round": round_.number, "clock": command, **minutes_of(round_)._asdict()}
    audit.record("event.clock", f"event:{event.pk}", by=actor, club=event.club_id, **told)


# -- extra time of a table -------------------------------------------------------------------------------------------------


class GivenTime(NamedTuple):
    """Extra time that a table was given; ``by`` is empty where the account is gone."""

    table: Table
    number: int
    minutes: int
    reason: str
    at: datetime
    by: str


@transaction.atomic
def give_time(actor: Actor, event: Event, table: Table, minutes: int, reason: str = "") -> int:
    """Give a table extra time; returns its number at that table.

    Raises Refusal: 403 without the right, 404, 409 too often, 422 for minutes or a reason too long.
    """
    require_run(actor, event)
    said = several_lines(reason)
    if not 1 <= minutes <= EXTRA:
        raise Refusal("invalid-minutes", _("Expected 1 to {most} minutes, found {minutes}."), 422, most=EXTRA, minutes=minutes)
    if len(said) > LINE:
        raise Refusal("invalid-reason", _("A reason has at most {most} characters."), 422, most=LINE)
    current = current_table(lock_event(event), table)
    if len(current.extra_times) >= MOST:
        raise Refusal("too-many", _("A table is given extra time at most {most} times."), 409, most=MOST)
    number = max((given["number"] for given in current.extra_times), default=0) + 1
    told = {"number": number, "minutes": minutes, "reason": said, "at": now().isoformat(), "by": person(actor).pk}
    _keep_times(current, [*current.extra_times, told])
    details = {"table": current.name, "round": current.round.number, "minutes": minutes, "reason": said}
    audit.record("event.time", f"event:{event.pk}", by=actor, club=event.club_id, **details)
    return number


@transaction.atomic
def take_time_back(actor: Actor, event: Event, table: Table, number: int) -> None:
    """Take extra time back from a table; what was taken back already stays so. Raises Refusal (403, 404)."""
    require_run(actor, event)
    current = current_table(lock_event(event), table)
    given = next((one for one in current.extra_times if one["number"] == number), None)
    if given is None:
        return
    _keep_times(current, [one for one in current.extra_times if one is not given])
    details = {"table": current.name, "round": current.round.number, "minutes": given["minutes"]}
    audit.record("event.time.undo", f"event:{event.pk}", by=actor, club=event.club_id, **details)


def _keep_times(table: Table, times: list[dict[str, Any]]) -> None:
    table.extra_times = times
    table.save(update_fields=["extra_times"])


def given_times(tables: Iterable[Table]) -> list[GivenTime]:
    """The extra time that tables were given, each time with who gave it, the last first."""
    given = [(table, one) for table in tables for one in table.extra_times]
    names = dict(get_user_model().objects.filter(pk__in={one["by"] for _, one in given}).values_list("pk", "username"))
    times = [
        GivenTime(table, **{**one, "at": datetime.fromisoformat(one["at"]), "by": names.get(one["by"], "")})
        for table, one in given
    ]
    return sorted(times, key=lambda one: one.at, reverse=True)
