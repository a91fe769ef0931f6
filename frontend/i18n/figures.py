"""Points and figures of standings as they are printed: with a sign, a true minus, exact fractions."""

from __future__ import annotations

from typing import Any


def points(value: int | None) -> str:
    """Points with their sign: ``+4``, ``−4``, ``0``; a dash where there are none."""
    return "–" if value is None else f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def minus(value: Any) -> str:
    """A figure with a true minus sign in place of the hyphen."""
    return str(value).replace("-", "−")


def exact(value: Any) -> str:
    """A fraction written exactly: ``−3``, ``3 1/2``; a dash where there is none."""
    if value is None:
        return "–"
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "−" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{f'{whole} ' if whole else ''}{rest}/{value.denominator}"
