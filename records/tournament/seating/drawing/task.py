"""What is asked of a draw, and what comes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
