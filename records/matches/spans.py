"""From when to when the matches of some dates, or of some events, were played or came: a search of them walks these days alone.

A walk in the order of days, or in the order in which matches came, is soon full where every day has some that fit. Where only
those of an old year do it would go through all that came since. PostgreSQL's indexes of dates and of events have both days of
a match too (migration 0060) and keep those of a day as one entry, so that a page of an index answers for a thousand matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from django.db import connection
from django.db.models import Q
from django.db.models.functions import TruncDate

from records.matches.models import Match

CAME = TruncDate("created_at", tzinfo=UTC)
"""The day on which a match came, as the indexes have it."""
SOON = timedelta(31)
"""After so many days nearly all matches of a day have come."""
A_DAY = timedelta(1)
LAST = """
SELECT max(played.day) FROM unnest(%s::text[]) AS name
CROSS JOIN LATERAL (SELECT day FROM records_match WHERE search_event = name ORDER BY day DESC LIMIT 1) AS played
"""


def of_dates(dated: Q, first: date | None, after: date | None, sort: str) -> Q:
    """What is true of all matches whose ``dated`` is true, a condition that their date is from one day on and before another.

    A match may bear a date that nobody believes, or one that says the year alone, and old records may come today: then nothing
    is said. It is said of the days by which ``sort`` sorts alone: PostgreSQL would take both for rarer than they are.
    """
    span = _before(dated, "date", after, sort) if after else Q()
    if not first:
        return span
    if sort == "added":
        return span & _unless(dated, "date", Q(came__lt=first - A_DAY), Q(created_at__gte=_midnight(first - A_DAY)))
    return span & _unless(dated, "date", Q(day__lt=first), Q(day__gte=first))


def of_events(names: Sequence[str], sort: str) -> Q:
    """What is true of all matches of the events of these search keys: until when they were played, or came."""
    if connection.vendor != "postgresql":
        return Q()
    with connection.cursor() as cursor:
        cursor.execute(LAST, [list(names)])
        [last] = cursor.fetchone()
    if last is None or sort != "added":
        return Q(day__lte=last) if last else Q()
    return _before(Q(search_event__in=names), "search_event", last + A_DAY, sort)


def _before(fits: Q, column: str, after: date, sort: str) -> Q:
    if sort == "added":
        return _unless(fits, column, Q(came__gte=after + SOON), Q(created_at__lt=_midnight(after + SOON)))
    return _unless(fits, column, Q(day__gte=after), Q(day__lt=after))


def _unless(fits: Q, column: str, beyond: Q, within: Q) -> Q:
    """The condition ``within``, unless something that fits is ``beyond``."""
    # In the order of the index, so that PostgreSQL looks there alone: it takes these days for as frequent as among all.
    found = Match.objects.alias(came=CAME).filter(fits, beyond).order_by(column, "day").values_list(column)[:1]
    return Q() if found else within


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
