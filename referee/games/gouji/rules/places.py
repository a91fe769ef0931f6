"""Places and scores of a round of 夠級 (GJ-6)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.gouji.clauses import GJ
from referee.games.gouji.table.seats import SEATS, TEAMS, partners
from referee.games.gouji.table.table import Table

POINTS = (4, 2, 0, 0, -2, -4)

ORDER = GJ["GJ-6.1"]
FROM_THE_BOTTOM = GJ["GJ-6.2"]
SCORE = GJ["GJ-6.3"]
SWEPT = GJ["GJ-6.4"]


def places(table: Table) -> list[int]:
    """The seats from first to last place; empty until five places are decided (GJ-6.1, GJ-6.2)."""
    from_below = [*reversed(table.muffled), *reversed(table.false)]
    known = {*table.finished, *from_below, *table.revolted}
    rest = [seat for seat in range(6) if seat not in known]
    order = [*table.finished, *rest, *from_below]
    for seat in table.revolted:
        order.insert(revolted_place(order, seat) - 1, seat)
    return order


def revolted_place(order: Sequence[int], seat: int) -> int:
    """The place of a seat that revolted: fourth; third if its two partners take the first two places (GJ-2.3)."""
    return 3 if len(order) > 1 and all(partners(seat, other) for other in order[:2]) else 4


def standing(table: Table) -> dict[int, int]:
    """The places decided so far, by seat, counted from 1."""
    if table.decided:
        return {seat: place for place, seat in enumerate(places(table), 1)}
    revolted = {revolted_place(table.finished, seat): seat for seat in table.revolted}
    free = [place for place in range(1, 7) if place not in revolted]
    found = dict(zip(table.finished, free, strict=False))
    found.update(zip([*table.false, *table.muffled], reversed(free), strict=False))
    return found | {seat: place for place, seat in revolted.items()}


def scores(order: Sequence[int]) -> dict[str, int]:
    """The scores of both sides: the better one gets the difference, the other 0 (GJ-6.3)."""
    sums = {team: sum(POINTS[order.index(SEATS.index(letter))] for letter in team) for team in TEAMS}
    first, second = (sums[team] for team in TEAMS)
    return {TEAMS[0]: max(0, first - second), TEAMS[1]: max(0, second - first)}


def swept(order: Sequence[int]) -> bool:
    """串三戶: whether one side takes the first three places (GJ-6.4)."""
    return partners(order[0], order[1]) and partners(order[0], order[2])
