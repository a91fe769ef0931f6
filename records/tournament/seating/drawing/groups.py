"""Groups of tables that play among themselves, and who of each goes on. A knock-out round is groups of one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from records.tournament.seating.drawing.balance import even_seats, even_tables
from records.tournament.seating.drawing.task import Dice, DrawTask, Found, Person, freeze
from records.tournament.seating.drawing.unmet import tables_of


def by_groups(task: DrawTask) -> Found:
    """Everybody in one of the groups, and in each nobody meets twice, as near as possible. Those who are ranked are dealt out to
    the groups to and fro from the first down, so that these are alike strong; the others by lot."""
    dice = Dice(task.seed)
    groups = parted(task.people, task.groups, dice)
    seats = len(task.layout.seats)
    rounds: list[list[list[int]]] = [[] for _ in range(task.rounds)]
    steps, left = 0, task.tables
    for number, people in enumerate(groups):
        full = len(people) // seats
        tables = min(full, left // (len(groups) - number)) if task.tables else full
        left -= tables
        part = task._replace(people=people, seed=task.seed + number, steps=task.steps // task.groups, tables=tables, groups=1)
        found, made = tables_of(part)
        steps += made
        for one, tables_of_group in zip(rounds, even_tables(even_seats(found, task.before), ()), strict=True):
            one.extend(tables_of_group)
    return Found(freeze(rounds), steps, tuple(tuple(person.key for person in people) for people in groups))


def parted(people: Sequence[Person], groups: int, dice: Dice) -> list[tuple[Person, ...]]:
    """The people in so many groups, dealt out to and fro by their ranks."""
    order = list(people)
    dice.shuffle(order)
    last = len(order) + 1
    order.sort(key=lambda person: person.rank or last)
    found: list[list[Person]] = [[] for _ in range(groups)]
    for at, person in enumerate(order):
        row, column = divmod(at, groups)
        found[column if row % 2 == 0 else groups - 1 - column].append(person)
    return [tuple(group) for group in found]


def going_on(groups: Iterable[Sequence[int]], ranks: Mapping[int, int], places: int) -> list[int]:
    """The first so many of each group by their ranks; who shares the last such rank in a group goes on too."""
    found: list[int] = []
    for group in groups:
        ranked = sorted((ranks[one], one) for one in group if one in ranks)
        if ranked:
            last = ranked[min(places, len(ranked)) - 1][0]
            found += [one for rank, one in ranked if rank <= last]
    return found
