"""Whether people and tables fit: what is said before anything is drawn."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from records.tournament.seating.drawing.task import DrawTask

NOBODY, TOO_FEW, UNEVEN, TOO_MANY, TEAM_TOO_LARGE, TEAM_SIZE, TOO_MANY_GROUPS = (
    "nobody",
    "too-few",
    "uneven",
    "too-many",
    "team-too-large",
    "team-size",
    "too-many-groups",
)


class Misfit(NamedTuple):
    """Why the people of a draw cannot be seated, with the figures that a proposal needs.

    ``over`` people are beyond the tables, ``missing`` would fill one more; ``team`` is the one that does not fit.
    """

    kind: str
    people: int
    seats: int
    tables: int
    over: int = 0
    missing: int = 0
    team: str = ""
    members: int = 0


def misfit(task: DrawTask, by_teams: bool = False) -> Misfit | None:
    """The first reason why a draw cannot be made; None where it can. ``by_teams``: teams are seated, not single people."""
    seats, people = len(task.layout.seats), len(task.people)
    if not people:
        return Misfit(NOBODY, 0, seats, 0)
    if by_teams:
        return _of_teams(task)
    full = people // seats
    tables = min(full, task.tables or full)
    if not full:
        return Misfit(TOO_FEW, people, seats, 0, missing=seats - people)
    if task.groups > 1:
        sizes = [len(range(group, people, task.groups)) for group in range(task.groups)]
        if min(sizes) < seats or tables < task.groups:
            return Misfit(TOO_MANY_GROUPS, people, seats, tables, members=task.groups)
        if not task.sit_out and (odd := next((size for size in sizes if size % seats), 0)):
            return Misfit(UNEVEN, odd, seats, odd // seats, over=odd % seats, missing=seats - odd % seats)
    if task.tables and people > task.tables * seats and not task.sit_out:
        return Misfit(TOO_MANY, people, seats, task.tables, over=people - task.tables * seats)
    if people % seats and not task.sit_out:
        return Misfit(UNEVEN, people, seats, full, over=people % seats, missing=seats - people % seats)
    return _crowded(task, tables) if task.apart and task.groups == 1 else None


def _crowded(task: DrawTask, tables: int) -> Misfit | None:
    """The largest team, where it has more people than there are tables: two of them would have to sit together."""
    sizes = Counter(person.team for person in task.people if person.team)
    for team, members in sizes.most_common(1):
        if members > tables and not task.sit_out:
            return Misfit(TEAM_TOO_LARGE, len(task.people), len(task.layout.seats), tables, members - tables, 0, team, members)
    return None


def _of_teams(task: DrawTask) -> Misfit | None:
    """Why these teams cannot play against each other: one has not as many people as a side, or there are too few teams."""
    size, sides, seats = task.layout.side_size, len(task.layout.sides), len(task.layout.seats)
    teams = Counter(person.team for person in task.people)
    for team, members in sorted(teams.items()):
        if members != size or not team:
            return Misfit(TEAM_SIZE, len(task.people), seats, 0, members - size, size - members, team, members)
    full = len(teams) // sides
    if not full:
        return Misfit(TOO_FEW, len(task.people), seats, 0, missing=seats - len(task.people))
    tables = min(full, task.tables or full)
    if len(teams) != tables * sides and not task.sit_out:
        kind = TOO_MANY if tables < full else UNEVEN
        over = (len(teams) - tables * sides) * size
        missing = 0 if kind == TOO_MANY else (sides - len(teams) % sides) * size
        return Misfit(kind, len(task.people), seats, tables, over, missing)
    return None
