"""The database's clock. Workers date their claims by it, so that a machine whose clock is wrong claims nothing for too long."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection, models
from django.db.models import Q
from django.utils import timezone

ASKED_EVERY = 60.0
"""Seconds for which a process counts on by itself before it asks the database again."""
AHEAD = timedelta(minutes=1)
"""What is dated further ahead than this was dated by a clock that is wrong."""


class _Answer(NamedTuple):
    """What the database's clock said, and what this process's own, which nobody sets, said at that moment."""

    database: datetime
    monotonic: float


_answer: _Answer | None = None


def now() -> datetime:
    """The time by PostgreSQL's clock, counted on in this process for up to a minute; with SQLite that of this machine."""
    global _answer
    if connection.vendor != "postgresql":
        return timezone.now()
    answer, monotonic = _answer, time.monotonic()
    if answer is None or monotonic - answer.monotonic > ASKED_EVERY:
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            answer = _answer = _Answer(cursor.fetchone()[0], monotonic)
    return answer.database + timedelta(seconds=monotonic - answer.monotonic)


def bring_back(rows: models.QuerySet[Any], column: str, at: datetime) -> None:
    """Date rows that are dated ahead as of ``at``, from where they age like all others: else they would wait until then."""
    rows.filter(dated_ahead(column, at)).update(**{column: at})


def dated_ahead(column: str, at: datetime) -> Q:
    """A condition: the row is dated further ahead than clocks that are right differ."""
    return Q(**{f"{column}__gt": at + AHEAD})
