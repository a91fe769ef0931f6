"""Mistakes: choices that left a seat worse than the best one there was, and which of two is the dearer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.core.verdict import JSON

Mistake = dict[str, JSON]
"""``move`` and ``seat``, ``what`` was chosen wrongly (``discard``, ``win``, ``claim``, ``kong``), and what it cost.

``steps``: tiles further from ready; ``live``: fewer live tiles at equal distance; ``points``: what was given away for certain and
at once, in the game's unit, or None where nobody can say."""

COSTS = ("points", "steps", "live")


def dearness(mistake: Mapping[str, JSON]) -> tuple[int, ...]:
    """The sort key of mistakes, the greater the dearer: points given away, then steps, then live tiles."""
    return tuple(_number(mistake[cost]) for cost in COSTS)


class Choices:
    """The choices of a round as far as somebody can say which was the best, each with its cost.

    Of several chances at one moment (a win, a kong) one at most could be taken: the dearest of those let go counts.
    """

    def __init__(self) -> None:
        self.costs: dict[tuple[str, int, bool], Mistake] = {}

    def note(self, seat: str, move: int, what: str, steps: int = 0, live: int = 0, points: int | None = None) -> None:
        """Note a choice with its cost; without one the best was taken."""
        cost: Mistake = {"move": move, "seat": seat, "what": what, "steps": steps, "live": live, "points": points}
        choice = (seat, move, what == "discard")
        self.costs[choice] = max(self.costs.get(choice, cost), cost, key=dearness)

    def mistakes(self) -> list[Mistake]:
        """The choices that cost something, in the order of their moves."""
        return sorted((cost for cost in self.costs.values() if any(dearness(cost))), key=lambda cost: _number(cost["move"]))

    def summary(self, seats: Iterable[str]) -> dict[str, JSON]:
        """For each of these seats the number of its choices, how often the best was taken, and what the others cost together."""
        return {seat: self._of_seat(seat) for seat in seats}

    def _of_seat(self, seat: str) -> dict[str, JSON]:
        own = [cost for cost in self.costs.values() if cost["seat"] == seat]
        found: dict[str, JSON] = {"choices": len(own), "best": sum(not any(dearness(cost)) for cost in own)}
        return found | {name: sum(_number(cost[name]) for cost in own) for name in ("steps", "live", "points")}


def _number(value: JSON) -> int:
    return value if isinstance(value, int) else 0
