"""Dates as people write them, in the form that records have: ``2026.10.04``, ``2026.10`` or ``2026``."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple

WRITTEN = re.compile(r"(\d{4})(?:[年./-](\d{1,2})(?:[月./-](\d{1,2})日?|月)?|年)?", re.ASCII)


class Days(NamedTuple):
    """A day, a month or a year, as the first text of its days and the first after them; no text comes after year 9999."""

    first: str
    after: str | None


def days_of(text: str) -> Days | None:
    """The days that a text means, None where it cannot be read. ``2026-10-4`` and ``2026年10月4日`` are read too."""
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
    return Days(_written(first)[:length], None if last == date.max else _written(last + timedelta(1))[:length])


def _written(day: date) -> str:
    return day.isoformat().replace("-", ".")
