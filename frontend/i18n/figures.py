"""Points and figures of standings as they are printed: with a sign, a true minus, exact fractions."""

from __future__ import annotations

from typing import Any


def points(value: int | None) -> str:
    """``+4``, ``−4``, ``0``; a dash where there are none."""
    return "–" if value is None else f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def minus(value: Any) -> str:
    """A figure as it was worked out, with the sign that a minus has in print."""
    return str(value).replace("-", "−")


def exact(value: Any) -> str:
    """A figure of standings, exactly: ``-3``, ``3 1/2``, ``–`` where there is none."""
    if value is None:
        return "–"
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "−" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{f'{whole} ' if whole else ''}{rest}/{value.denominator}"
