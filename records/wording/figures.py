"""Points, figures of standings and times as pages have them: signs, a true minus, exact fractions, dates as in records."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone


def points(value: int | None) -> str:
    """Points with their sign: ``+4``, ``−4``, ``0``; a dash where there are none."""
    return "–" if value is None else f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def minus(value: Any) -> str:
    """A figure with a true minus sign in place of the hyphen."""
    return str(value).replace("-", "−")


def moment(text: str) -> str:
    """A time in the form of ISO 8601 as pages have it: ``2026.10.04 19:30``."""
    return f"{timezone.localtime(datetime.fromisoformat(text)):%Y.%m.%d %H:%M}"


def exact(value: Any) -> str:
    """A fraction, or the text of one (``7/2``), written exactly: ``−3``, ``3 1/2``; a dash where there is none."""
    if value is None:
        return "–"
    value = Fraction(value)
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "−" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{f'{whole} ' if whole else ''}{rest}/{value.denominator}"


def signed(value: Any) -> str:
    """A fraction written exactly and with its sign: ``+3 1/2``, ``−3``, ``0``."""
    return f"+{exact(value)}" if value > 0 else exact(value)
