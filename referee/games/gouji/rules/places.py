"""Places and scores of a round of 夠級 (GJ-6)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.gouji.rulebook import GJ, Scoring
from referee.games.gouji.table.seats import SEATS, TEAMS, partners
from referee.games.gouji.table.table import GoujiTable

ORDER = GJ["GJ-6.1"]
FROM_THE_BOTTOM = GJ["GJ-6.2"]
SCORE = GJ["GJ-6.3"]
OTHER_SCORES = GJ["GJ-11.2"]
SWEPT = GJ["GJ-6.4"]


def places(table: GoujiTable) -> list[int]:
    """The seats from first to last place; those still in take the free ones in the order of play after the last one to go out
    (GJ-6.1, GJ-6.2)."""
    from_below = [*reversed(table.muffled), *reversed(table.false)]
    known = {*table.finished, *from_below, *table.revolted}
    rest = [seat for seat in _after(table.last) if seat not in known]
    order = [*table.finished, *rest, *from_below]
    for seat in table.revolted:
        order.insert(revolted_place(order, seat) - 1, seat)
    return order


def _after(last: int) -> list[int]:
    """All seats in the order of play after this one."""
    return [(last + step) % 6 for step in range(1, 7)]


def revolted_place(order: Sequence[int], seat: int) -> int:
    """The place of a seat that revolted: fourth; third if its two partners take the first two places (GJ-2.3)."""
    return 3 if len(order) > 1 and all(partners(seat, other) for other in order[:2]) else 4


def standing(table: GoujiTable) -> dict[int, int]:
    """The places decided so far, by seat, counted from 1."""
    if table.decided:
        return {seat: place for place, seat in enumerate(places(table), 1)}
    revolted = {revolted_place(table.finished, seat): seat for seat in table.revolted}
    free = [place for place in range(1, 7) if place not in revolted]
    found = dict(zip(table.finished, free, strict=False))
    found.update(zip([*table.false, *table.muffled], reversed(free), strict=False))
    return found | {seat: place for place, seat in revolted.items()}


def scores(order: Sequence[int], scoring: Scoring) -> dict[str, int]:
    """The scores of both sides (GJ-6.3, GJ-11.2): each the sum of its own three, or the difference of the two sums, and for a
    clean sweep what is agreed for it; only what is positive, unless scores are signed."""
    first, second = (sum(scoring.points[order.index(SEATS.index(letter))] for letter in team) for team in TEAMS)
    if scoring.way == "difference":
        first, second = first - second, second - first
    if scoring.sweep is not None and swept(order):
        first = scoring.sweep if SEATS[order[0]] in TEAMS[0] else -scoring.sweep
        second = -first
    least = min(first, second) if scoring.way == "signed" else 0
    return {TEAMS[0]: max(least, first), TEAMS[1]: max(least, second)}


def swept(order: Sequence[int]) -> bool:
    """串三戶: whether one side takes the first three places (GJ-6.4)."""
    return partners(order[0], order[1]) and partners(order[0], order[2])
