"""How much time a round has left, for all its tables or for one that was given more; nothing ticks, it follows from the row."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Sum

from records.core.db import clock as database_clock
from records.tournament.events.models import EventRound, Stage, Table
from records.tournament.hall.models import RoundClock, StageTimes, TableTime


class Phase(StrEnum):
    """Where a clock is. ``OVER`` is a clock that has run out, ``ENDED`` one that somebody has stopped."""

    WAITING = "waiting"
    RUNNING = "running"
    WARNING = "warning"
    OVER = "over"
    PAUSED = "paused"
    ENDED = "ended"


def now() -> datetime:
    """What time it is: by the database's clock, so that all processes agree."""
    return database_clock.now()


def ends_at(clock: RoundClock, extra: int = 0) -> datetime | None:
    """When a running clock runs out, with so many minutes more; None while it stands still."""
    if clock.started_at is None or clock.paused_at is not None or clock.ended_at is not None:
        return None
    return clock.started_at + clock.paused + timedelta(minutes=clock.length + extra)


def left(clock: RoundClock, at: datetime, extra: int = 0) -> timedelta:
    """The time that is left, with so many minutes more; less than nothing where the clock has run out."""
    whole = timedelta(minutes=clock.length + extra)
    if clock.started_at is None:
        return whole
    return whole - ((clock.ended_at or clock.paused_at or at) - clock.started_at - clock.paused)


def phase(clock: RoundClock, at: datetime, extra: int = 0) -> Phase:
    """Where the clock is at a moment, for a table with so many minutes more."""
    if clock.started_at is None:
        return Phase.WAITING
    if clock.ended_at is not None:
        return Phase.ENDED
    if clock.paused_at is not None:
        return Phase.PAUSED
    remaining = left(clock, at, extra)
    if remaining <= timedelta(0):
        return Phase.OVER
    return Phase.WARNING if remaining <= timedelta(minutes=clock.warning) else Phase.RUNNING


def times_of(stage: Stage) -> StageTimes:
    """How long the rounds of a stage last; what is usual where nobody has said."""
    return StageTimes.objects.filter(stage=stage).first() or StageTimes(stage=stage)


def clock_of(round_: EventRound) -> RoundClock:
    """The clock of a round; one that waits and is not stored where nobody has started it."""
    found = RoundClock.objects.filter(round=round_).first()
    if found is None or found.started_at is None:
        times = times_of(round_.stage)
        found = found or RoundClock(round=round_)
        found.length, found.warning = times.length, times.warning
    return found


def extra_of(tables: Iterable[Table]) -> dict[int, int]:
    """The minutes that tables were given, by table; only those that were given any."""
    rows = TableTime.objects.filter(table__in=[table.pk for table in tables]).values_list("table").annotate(Sum("minutes"))
    return dict(rows.order_by("table"))


def given_times(tables: Iterable[Table]) -> list[TableTime]:
    """The extra time that tables were given, each time with who gave it, the last first."""
    rows = TableTime.objects.filter(table__in=[table.pk for table in tables]).select_related("table", "given_by")
    return list(rows.order_by("-given_at", "-pk"))
