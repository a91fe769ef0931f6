"""Dates as people write them, in the form that records have: ``2026.10.04``, ``2026.10`` or ``2026``."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

YEAR, MONTH, DAY = "\N{CJK UNIFIED IDEOGRAPH-5E74}", "\N{CJK UNIFIED IDEOGRAPH-6708}", "\N{CJK UNIFIED IDEOGRAPH-65E5}"
WRITTEN = re.compile(rf"(\d{{4}})(?:[{YEAR}./-](\d{{1,2}})(?:[{MONTH}./-](\d{{1,2}}){DAY}?|{MONTH})?|{YEAR})?", re.ASCII)
UNDATED = date.min
"""The day of a match whose date is not known: listings that begin with the latest have it last."""
UNKNOWN = re.compile(r"([./-]\?+)+$")
"""What a record does not know of its date: ``2026.11.??``."""


class Days(NamedTuple):
    """A day, a month or a year, as the first text of its days and the first after them; no text comes after year 9999."""

    first: str
    after: str | None


def days_of(text: str) -> Days | None:
    """The days that a text means, None where it cannot be read. ``2026-10-4`` and what Chinese writes are read too."""
    found = WRITTEN.fullmatch("".join(unicodedata.normalize("NFKC", text).split()))
    if found is None:
        return None
    year, month, day = (int(number or 0) for number in found.groups())
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    last = date(year, month or 12, day or monthrange(year, month or 12)[1])
    length = 10 if day else 7 if month else 4
    return Days(as_written(first)[:length], None if last == date.max else as_written(last + timedelta(1))[:length])


def day_of(text: str, came: datetime) -> date:
    """The day by which listings sort a match: its date's, of a month or a year the first; UNDATED where it has none.

    What is dated after it came is not believed: it would stand first for good. The day it came counts instead.
    """
    came_on = came.astimezone(UTC).date()
    days = days_of(UNKNOWN.sub("", text))
    if days is None:
        return UNDATED
    day = first_day(days.first)
    return came_on if day > came_on + timedelta(1) else day


def first_day(written: str) -> date:
    """The first day of a day, a month or a year that is written as records have it."""
    return date.fromisoformat(f"{written}.01.01"[:10].replace(".", "-"))


def as_written(day: date) -> str:
    """A day as records have it, ``2026.10.04``: ten characters in every year, which sort in the order of time."""
    return day.isoformat().replace("-", ".")
