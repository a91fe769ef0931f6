"""Seats and table numbers dealt out evenly, after it is known who meets whom: neither changes who meets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from records.tournament.seating.drawing.task import Round

SWEEPS = 20
Node = tuple[int, int]
"""A person in one of their runs of rounds, or a table of a round."""
Counts = dict[tuple[int, int], int]
"""How often a person had a seat, or a table, by their numbers."""


def balance(rounds: Sequence[Sequence[Sequence[int]]], before: Iterable[Round]) -> list[list[list[int]]]:
    """The same rounds with seats and table numbers such that nobody has one more often than needed, as far as that goes."""
    before = tuple(before)
    return even_tables(even_seats(rounds, before), before)


def even_seats(rounds: Sequence[Sequence[Sequence[int]]], before: Iterable[Round]) -> list[list[list[int]]]:
    """The same rounds with other seats at each table; the tables stay in their order."""
    before = tuple(before)
    return _seats(_coloured(rounds, before), before)


class _Colouring:
    """Seats such that in each run of as many rounds as there are seats nobody has the same one twice.

    People in such a run and tables are the two sides of a graph, seats are the colours of its edges: Kőnig's theorem says that
    they suffice, and alternating paths find them. Seats of rounds before stay as they are, so that after these a seat may be had
    again.
    """

    def __init__(self, seats: int, before: Iterable[Round]) -> None:
        self._seats = range(seats)
        self._played: dict[int, int] = defaultdict(int)
        self._at_person: dict[Node, dict[int, Node | None]] = defaultdict(dict)
        self.at_table: dict[Node, dict[int, Node]] = defaultdict(dict)
        for tables in before:
            for table in tables:
                for seat, person in enumerate(table):
                    self._at_person[self._turn(person)][seat] = None

    def _turn(self, person: int) -> Node:
        """The run of rounds in which a person plays next; the round is counted."""
        self._played[person] += 1
        return person, (self._played[person] - 1) // len(self._seats)

    def add(self, person: int, where: Node) -> None:
        """Give somebody a seat at a table."""
        one = self._turn(person)
        theirs = [seat for seat in self._seats if seat not in self.at_table[where]]
        mine = [seat for seat in self._seats if seat not in self._at_person[one]]
        for wanted in mine:
            if any(wanted == other or self._flip(where, wanted, other) for other in theirs):
                self._at_person[one][wanted], self.at_table[where][wanted] = where, one
                return
        self.at_table[where][theirs[0]] = one

    def _flip(self, where: Node, wanted: int, other: int) -> bool:
        """Exchange two seats along the path that begins at a table with the wanted one, so that it becomes free there; whether
        that went without touching what stays."""
        path: list[tuple[Node, Node, int]] = []
        table: Node | None = where
        while table is not None and wanted in self.at_table[table]:
            person = self.at_table[table][wanted]
            if self._at_person[person].get(wanted) != table:
                return False
            path.append((table, person, wanted))
            if other not in self._at_person[person]:
                break
            table = self._at_person[person][other]
            if table is None:
                return False
            path.append((table, person, other))
        for table, person, seat in path:
            del self.at_table[table][seat], self._at_person[person][seat]
        for table, person, seat in path:
            changed = other if seat == wanted else wanted
            self.at_table[table][changed], self._at_person[person][changed] = person, table
        return True


def _coloured(rounds: Sequence[Sequence[Sequence[int]]], before: Iterable[Round]) -> list[list[list[int]]]:
    """The rounds with the people of each table in the order of their seats."""
    colouring = _Colouring(max((len(table) for tables in rounds for table in tables), default=0), before)
    for number, tables in enumerate(rounds):
        for index, table in enumerate(tables):
            for person in table:
                colouring.add(person, (number, index))
    at = colouring.at_table
    return [
        [[at[number, index][seat][0] for seat in sorted(at[number, index])] for index in range(len(tables))]
        for number, tables in enumerate(rounds)
    ]


def _seats(rounds: list[list[list[int]]], before: Iterable[Round]) -> list[list[list[int]]]:
    """The seats improved by exchanges at a table, with the seats that people had in earlier rounds counted too."""
    had: Counts = defaultdict(int)
    for tables in (*before, *rounds):
        for table in tables:
            for seat, person in enumerate(table):
                had[person, seat] += 1
    for _ in range(SWEEPS):
        if not sum(_exchange(table, had) for tables in rounds for table in tables):
            break
    return rounds


def _exchange(table: list[int], had: Counts) -> bool:
    """Exchange the seats of two people at a table wherever that makes them more even; whether any were."""
    changed = False
    for a, b in combinations(range(len(table)), 2):
        one, other = table[a], table[b]
        now = had[one, a] + had[other, b]
        then = had[one, b] + 1 + had[other, a] + 1
        if then < now:
            had[one, a] -= 1
            had[other, b] -= 1
            had[one, b] += 1
            had[other, a] += 1
            table[a], table[b] = other, one
            changed = True
    return changed


def even_tables(rounds: list[list[list[int]]], before: Iterable[Round]) -> list[list[list[int]]]:
    """The tables of each round in an order such that people come to other tables, improved by exchanges of two tables."""
    had: Counts = defaultdict(int)
    for tables in (*before, *rounds):
        for index, table in enumerate(tables):
            for person in table:
                had[person, index] += 1
    for _ in range(SWEEPS):
        if not sum(_reorder(tables, had) for tables in rounds):
            break
    return rounds


def _reorder(tables: list[list[int]], had: Counts) -> bool:
    changed = False
    for a, b in combinations(range(len(tables)), 2):
        first, second = tables[a], tables[b]
        now = sum(had[person, a] - 1 for person in first) + sum(had[person, b] - 1 for person in second)
        then = sum(had[person, b] for person in first) + sum(had[person, a] for person in second)
        if then < now:
            for people, left, taken in ((first, a, b), (second, b, a)):
                for person in people:
                    had[person, left] -= 1
                    had[person, taken] += 1
            tables[a], tables[b] = second, first
            changed = True
    return changed
