"""The task and the result of a drawing; seeded chance; who sits out if not everybody finds a seat."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from random import Random
from typing import NamedTuple, TypeVar

Seated = tuple[int, ...]
"""The people of one table in the order of the seats, by their keys; 0 where a seat is free."""
Round = tuple[Seated, ...]
"""The tables of one round; a person who is at none of them sits out."""


class Layout(NamedTuple):
    """The seats of a table in order of play, and its sides: single seats, or the seats of a team."""

    seats: str
    sides: tuple[str, ...]

    @property
    def side_size(self) -> int:
        """How many people make a side; 1 where everybody plays for themselves."""
        return max(map(len, self.sides))


class Person(NamedTuple):
    """Somebody to be seated. ``rank``: the place in the standings, 0 before there is one."""

    key: int
    team: str = ""
    rank: int = 0


class DrawTask(NamedTuple):
    """Whom to seat, at which tables, for how many rounds, and what was played before.

    ``tables`` bounds the tables of a round, 0 does not. ``apart``: people of one team are kept from meeting. ``sit_out``: who
    fills no table sits out in turn; else their number must fit. ``groups`` is how many groups there are. ``before`` are the
    earlier rounds, which count for who has met whom.
    """

    people: tuple[Person, ...]
    layout: Layout
    rounds: int = 1
    seed: int = 1
    steps: int = 2000
    tables: int = 0
    apart: bool = False
    sit_out: bool = False
    groups: int = 1
    before: tuple[Round, ...] = ()


class Found(NamedTuple):
    """The rounds that a method found, and the steps that its search took; 0 where nothing had to be searched for."""

    rounds: tuple[Round, ...]
    steps: int = 0
    groups: tuple[tuple[int, ...], ...] = ()
    """The people of each group, where there are groups."""


def freeze(rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[Round, ...]:
    """Rounds as a value that nobody changes."""
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)


T = TypeVar("T")


class Dice:
    """Random numbers that follow from a seed. Only ``Random.random`` is asked, which Python promises never to change."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including ``limit``."""
        return int(self._random() * limit)

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put things in a random order."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]


class Turns:
    """Counts who sat out how often, the rounds before included."""

    def __init__(self, people: Iterable[Person], before: Iterable[Round]) -> None:
        self._out = {person.key: 0 for person in people}
        for tables in before:
            self._count({person for table in tables for person in table})

    def playing(self, people: Sequence[Person], seats: int, dice: Dice) -> list[Person]:
        """So many of these people, in their order. Of those who sat out as often, whoever is ranked lower sits out, then lot."""
        order = list(people)
        dice.shuffle(order)
        order.sort(key=lambda person: (self._out[person.key], -person.rank))
        out = {person.key for person in order[: max(0, len(people) - seats)]}
        chosen = [person for person in people if person.key not in out]
        self._count({person.key for person in chosen})
        return chosen

    def _count(self, playing: set[int]) -> None:
        for person in self._out:
            self._out[person] += person not in playing


def room(people: int, seats: int, tables: int) -> int:
    """How many people find a seat in a round of at most so many tables; 0 tables are as many as are needed."""
    full = people // seats
    return seats * min(full, tables or full)
