"""Swiss rounds: people of like standing sit together, and who has met already is avoided as far as possible.

From the top of the standings each table takes the highest who is left, then the next below who has met nobody at it, looking no
further down than a few tables; where there is none, whoever has met fewest of them. What this leaves over at the bottom is
mended by exchanges between tables that are near each other, as long as each lessens repeated meetings, or leaves these as they
are and brings people nearer to their place.
"""

from __future__ import annotations

from records.tournament.seating.drawing.balance import even_seats
from records.tournament.seating.drawing.task import Dice, DrawTask, Found, Turns, freeze, room
from records.tournament.seating.drawing.unmet import met_before

WINDOW = 3
"""How many tables further down or up somebody is seated, at most, to avoid a repeated meeting."""


def swiss(task: DrawTask) -> Found:
    """One round by the standings; of those who share a rank the lot says who comes first."""
    dice, seats = Dice(task.seed), len(task.layout.seats)
    order = list(task.people)
    dice.shuffle(order)
    last = len(order) + 1
    order.sort(key=lambda person: person.rank or last)
    playing = Turns(order, task.before).playing(order, room(len(order), seats, task.tables), dice)
    met = met_before(playing, task.before, task.apart)
    tables = _from_the_top(met, seats)
    steps = _mend(tables, met, seats, task.steps)
    found = [[[playing[one].key for one in table] for table in tables]]
    return Found(freeze(even_seats(found, task.before)), steps)  # the tables stay in the order of the standings


def _from_the_top(met: list[list[int]], seats: int) -> list[list[int]]:
    left = list(range(len(met)))
    tables = []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            near = left[: WINDOW * seats]
            fewest = min(sum(met[one][other] for other in table) for one in near)
            chosen = next(one for one in near if sum(met[one][other] for other in table) == fewest)
            table.append(chosen)
            left.remove(chosen)
        tables.append(table)
    return tables


def _mend(tables: list[list[int]], met: list[list[int]], seats: int, most: int) -> int:
    """Exchange people of near tables while that is better; returns the number of exchanges."""

    def cost(index: int) -> tuple[int, int]:
        table = tables[index]
        repeats = sum(met[one][other] for at, one in enumerate(table) for other in table[:at])
        return repeats, sum(abs(one // seats - index) for one in table)

    def exchange(a: int, b: int) -> bool:
        before = tuple(map(sum, zip(cost(a), cost(b), strict=True)))
        for i in range(seats):
            for j in range(seats):
                tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
                if tuple(map(sum, zip(cost(a), cost(b), strict=True))) < before:
                    return True
                tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
        return False

    pairs = [(a, b) for a in range(len(tables)) for b in range(a + 1, min(a + WINDOW + 1, len(tables)))]
    made = 0
    while made < most:
        changed = [pair for pair in pairs if exchange(*pair)]
        if not changed:
            break
        made += len(changed)
    return made
