"""Rounds of teams against teams: every team is a side of a table, and meets as many other teams as possible."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from records.tournament.seating.drawing.balance import balance
from records.tournament.seating.drawing.task import Dice, DrawTask, Found, Layout, Person, freeze, room
from records.tournament.seating.drawing.unmet import tables_of


def by_teams(task: DrawTask) -> Found:
    """Teams as the sides of the tables; two sides play a round robin. The members of a team change seats from round to round."""
    sides = task.layout.sides
    names = sorted({person.team for person in task.people})
    members = {name: [person.key for person in task.people if person.team == name] for name in names}
    number = {person: names.index(person.team) + 1 for person in task.people}
    of_key = {person.key: number[person] for person in task.people}
    before = tuple(
        tuple(tuple(dict.fromkeys(of_key[one] for one in table if one in of_key)) for table in tables) for tables in task.before
    )
    units = tuple(Person(index + 1) for index in range(len(names)))
    layout = Layout("".join(side[0] for side in sides), tuple(side[0] for side in sides))
    asked = task._replace(people=units, layout=layout, apart=False, before=before)
    all_play = not task.tables or room(len(names), len(sides), task.tables) == len(names) // len(sides) * len(sides)
    if len(sides) == 2 and not any(before) and all_play:
        rounds, steps = _round_robin(len(names), task.rounds, Dice(task.seed)), 0
    else:
        rounds, steps = tables_of(asked)
    had = Counter((person, seat) for tables in task.before for table in tables for seat, person in enumerate(table))
    seated = [
        [_seats(task.layout, [members[names[team - 1]] for team in table], had) for table in tables]
        for tables in balance(rounds, before)
    ]
    return Found(freeze(seated), steps)


def _round_robin(teams: int, rounds: int, dice: Dice) -> list[list[list[int]]]:
    """Every team against every other, by turning all but one of them round a table; of an odd number one sits out in turn."""
    order = [number + 1 for number in range(teams)]
    dice.shuffle(order)
    if teams % 2:
        order.append(0)
    half = len(order) // 2
    found = []
    for _ in range(rounds):
        pairs = zip(order[:half], reversed(order[half:]), strict=True)
        found.append([list(pair) for pair in pairs if 0 not in pair])
        order = [order[0], order[-1], *order[1:-1]]
    return found


def _seats(layout: Layout, teams: list[list[int]], had: Counter[tuple[int, int]]) -> list[int]:
    """The members of these teams in the order of the seats, each side such that they have as seldom as can be a seat again.

    ``had`` counts who had which seat; these are added.
    """
    at: dict[int, int] = {}
    for side, members in zip(layout.sides, teams, strict=True):
        seats = [layout.seats.index(seat) for seat in side]
        best = min(permutations(members), key=lambda order: sum(had[pair] ** 2 for pair in zip(order, seats, strict=True)))
        at.update(zip(seats, best, strict=True))
    had.update((person, seat) for seat, person in at.items())
    return [at[seat] for seat in range(len(layout.seats))]
