"""Rounds in which nobody meets twice, as near as possible: of everybody, or in groups; and rounds by lot alone.

Groups of tables play among themselves, and some of each go on. A knock-out round is groups of one table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from records.tournament.seating.drawing.algebra import columns_met
from records.tournament.seating.drawing.balance import balance, even_seats, even_tables
from records.tournament.seating.drawing.search import TEAM_MATES, TableSearch
from records.tournament.seating.drawing.task import Dice, DrawTask, Found, Person, Round, Turns, freeze, room


def unmet(task: DrawTask) -> Found:
    """Rounds with as few repeated meetings as were found, with seats and tables dealt out evenly."""
    rounds, steps = tables_of(task)
    return Found(freeze(balance(rounds, task.before)), steps)


def tables_of(task: DrawTask) -> tuple[list[list[list[int]]], int]:
    """Who sits with whom in each round, by the keys of the people, in no order of seats; and the steps of the search."""
    dice, people = Dice(task.seed), task.people
    seats = len(task.layout.seats)
    seated = room(len(people), seats, task.tables)
    least = 0 if task.before or seated < len(people) else _least_cost(len(people), seats, task.rounds)
    start = _constructed(task, dice) if seated == len(people) else []
    first = TableSearch(met_before(people, task.before, task.apart), _filled_up(task, start, dice), dice, least)
    first.run(task.steps // 2 if start else task.steps)
    best, steps = first, first.steps
    if start and first.cost > least:  # what was constructed may be no part of the best
        again = TableSearch(met_before(people, task.before, task.apart), _filled_up(task, [], dice), dice, least)
        again.run(task.steps - steps)
        steps += again.steps
        best = min(first, again, key=lambda search: search.cost)
    return [[[people[one].key for one in table] for table in tables] for tables in best.rounds], steps


def _filled_up(task: DrawTask, rounds: list[list[list[int]]], dice: Dice) -> list[list[list[int]]]:
    """These rounds, and after them rounds by lot up to the number that is asked for."""
    number = {person.key: index for index, person in enumerate(task.people)}
    seats = len(task.layout.seats)
    turns = Turns(task.people, task.before)
    found = list(rounds)
    while len(found) < task.rounds:
        chosen = turns.playing(task.people, room(len(task.people), seats, task.tables), dice)
        playing = [number[person.key] for person in chosen]
        dice.shuffle(playing)
        found.append([playing[at : at + seats] for at in range(0, len(playing), seats)])
    return found


def met_before(people: Sequence[Person], before: Sequence[Round], apart: bool) -> list[list[int]]:
    """How often each pair of people has met, by their place in the list; team-mates as if they had met often."""
    number = {person.key: index for index, person in enumerate(people)}
    met = [[0] * len(people) for _ in people]
    for tables in before:
        for table in tables:
            known = [number[one] for one in table if one in number]
            for one in known:
                for other in known:
                    met[one][other] += one != other
    if apart:
        for one, person in enumerate(people):
            for other, mate in enumerate(people):
                if person.team and person.team == mate.team and one != other:
                    met[one][other] += TEAM_MATES
    return met


def _constructed(task: DrawTask, dice: Dice) -> list[list[list[int]]]:
    """The rounds that need no search, by the places of the people in the list; team-mates in one column, where they fit."""
    seats = len(task.layout.seats)
    tables = len(task.people) // seats
    order = list(range(len(task.people)))
    dice.shuffle(order)
    if task.apart:
        order = _in_columns(task.people, order, seats, tables)
    return [[[order[at] for at in table] for table in made] for made in columns_met(tables, seats, task.rounds)]


def _in_columns(people: Sequence[Person], order: Sequence[int], columns: int, length: int) -> list[int]:
    """The people column by column, so that teams are cut into as few columns as possible: the largest teams first, each into the
    column with the least room that takes it whole, else into the one with most room."""
    teams: dict[str, list[int]] = defaultdict(list)
    for one in order:
        teams[people[one].team or f"\0{one}"].append(one)
    filled: list[list[int]] = [[] for _ in range(columns)]
    for members in sorted(teams.values(), key=len, reverse=True):
        while members:
            fits = [column for column in filled if length - len(column) >= len(members)]
            column = max(fits, key=len) if fits else min(filled, key=len)
            taken = length - len(column)
            column.extend(members[:taken])
            members = members[taken:]
    return [one for column in filled for one in column]


def _least_cost(people: int, seats: int, rounds: int) -> int:
    """What repeated meetings cost at least: everybody has that many meetings, shared out among all the others."""
    often, more = divmod((seats - 1) * rounds, people - 1)
    each = (people - 1 - more) * often * (often - 1) // 2 + more * (often + 1) * often // 2
    return -(-people * each // 2)


def by_lot(task: DrawTask) -> Found:
    """Tables and seats of every round by lot."""
    dice, seats = Dice(task.seed), len(task.layout.seats)
    seated = room(len(task.people), seats, task.tables)
    turns = Turns(task.people, task.before)
    rounds, steps = [], 0
    for _ in range(task.rounds):
        playing = turns.playing(task.people, seated, dice)
        dice.shuffle(playing)
        tables = [list(range(at, at + seats)) for at in range(0, seated, seats)]
        if task.apart:
            search = TableSearch(met_before(playing, (), apart=True), [tables], dice)
            search.run(task.steps)
            steps, tables = steps + search.steps, search.rounds[0]
        rounds.append([[playing[one].key for one in table] for table in tables])
    return Found(freeze(rounds), steps)


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
