"""The chart of a player's points: coordinates on a canvas of fixed size, which the template draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, BELOW = 640, 200, 56, 12, 12, 24
LINE = 18
"""The height of a mark's figure: one that is nearer to that of zero would lie over it, and is left out."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart: the line of sums, a dot for every match, the height of zero, the marks of the axis."""

    line: str
    dots: list[dict[str, Any]]
    zero: float
    marks: list[tuple[float, int]]
    first: str
    last: str
    size: tuple[int, int] = (WIDTH, HEIGHT)
    sides: tuple[int, int] = (LEFT, WIDTH - RIGHT)


def chart_of(course: list[dict[str, Any]]) -> Chart | None:
    """The chart of a player's points over time; None where there are fewer than two matches."""
    if len(course) < 2:
        return None
    totals = [step["total"] for step in course]
    low, high = min(0, *totals), max(0, *totals)
    across = (WIDTH - LEFT - RIGHT) / (len(course) - 1)
    down = (HEIGHT - ABOVE - BELOW) / ((high - low) or 1)

    def level(points: int) -> float:
        return float(round(ABOVE + (high - points) * down, 1))

    dots = [{**step, "x": round(LEFT + place * across, 1), "y": level(step["total"])} for place, step in enumerate(course)]
    line = " ".join(f"{dot['x']},{dot['y']}" for dot in dots)
    marks = [(level(mark), mark) for mark in sorted({low, 0, high}) if not mark or abs(level(mark) - level(0)) >= LINE]
    return Chart(line, dots, level(0), marks, course[0]["date"], course[-1]["date"])
