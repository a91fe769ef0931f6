"""A seeded search for rounds in which people meet as seldom as possible: swaps of two people within a round, best first.

What a meeting costs is how often the two have met already, so that a third meeting is dearer than a second; a swap is valued by
the people of its two tables alone. A person who was moved stays for some steps (a tabu list), which leads out of dead ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from records.tournament.seating.drawing.task import Dice

TEAM_MATES = 1000
"""How often people of one team count as having met already, where teams are kept apart."""
LONGEST_STAY = 12


class TableSearch:
    """Rounds of tables of people, who are numbered from 0; and how often each pair has met, those before included."""

    def __init__(self, met: list[list[int]], rounds: list[list[list[int]]], dice: Dice, fixed: int = 0) -> None:
        """``fixed``: the cost that no order of the people goes below."""
        self.met, self.rounds, self._dice, self._least = met, rounds, dice, fixed
        self.cost = 0
        self.steps = 0
        self._free_from = [[0] * len(met) for _ in rounds]
        for tables in rounds:
            for table in tables:
                self._meet(table)

    def run(self, steps: int) -> None:
        """Make up to so many swaps; the best rounds that were found stay."""
        best, kept = self.cost, self._copy()
        while best > self._least and self.steps < steps and len(self.rounds[0]) > 1:
            self.steps += 1
            self._step(best)
            if self.cost < best:
                best, kept = self.cost, self._copy()
        self.cost, self.rounds = best, kept

    def _step(self, best: int) -> None:
        number, here, slot = self._somebody()
        tables, free_from = self.rounds[number], self._free_from[number]
        table = tables[here]
        person = table[slot]
        mine = self.met[person]
        others = table[:slot] + table[slot + 1 :]
        left = sum(mine[other] - 1 for other in others)
        found: list[tuple[int, int]] = []
        least = 1 << 60
        for there, candidates in enumerate(tables):
            if there == here:
                continue
            joined = sum(mine[other] for other in candidates)
            for at, other in enumerate(candidates):
                theirs = self.met[other]
                change = joined - mine[other] - left
                for one in others:
                    change += theirs[one]
                for one in candidates:
                    change -= theirs[one]
                change += len(candidates) - 1
                if change > least or (free_from[other] > self.steps and self.cost + change >= best):
                    continue
                if change < least:
                    least, found = change, []
                found.append((there, at))
        if found:
            there, at = found[self._dice.below(len(found))]
            self._swap(number, (here, slot), (there, at))

    def _somebody(self) -> tuple[int, int, int]:
        """Somebody who meets another again, in the first such round after one by lot: round, table, place at the table."""
        first = self._dice.below(len(self.rounds))
        for number in (*range(first, len(self.rounds)), *range(first)):
            free_from = self._free_from[number]
            again = [
                (number, here, slot)
                for here, table in enumerate(self.rounds[number])
                for slot, person in enumerate(table)
                if any(self.met[person][other] > 1 for other in table if other != person)
            ]
            rested = [one for one in again if free_from[self.rounds[number][one[1]][one[2]]] <= self.steps]
            if again:
                chosen = rested or again
                return chosen[self._dice.below(len(chosen))]
        raise AssertionError("nobody meets again")

    def _swap(self, number: int, one: tuple[int, int], other: tuple[int, int]) -> None:
        first, second = self.rounds[number][one[0]], self.rounds[number][other[0]]
        self._part(first)
        self._part(second)
        first[one[1]], second[other[1]] = second[other[1]], first[one[1]]
        self._meet(first)
        self._meet(second)
        until = self.steps + 2 + self._dice.below(LONGEST_STAY)
        self._free_from[number][first[one[1]]] = self._free_from[number][second[other[1]]] = until

    def _meet(self, table: Sequence[int]) -> None:
        for at, one in enumerate(table):
            for other in table[:at]:
                self.cost += self.met[one][other]
                self.met[one][other] += 1
                self.met[other][one] += 1

    def _part(self, table: Sequence[int]) -> None:
        for at, one in enumerate(table):
            for other in table[:at]:
                self.met[one][other] -= 1
                self.met[other][one] -= 1
                self.cost -= self.met[one][other]

    def _copy(self) -> list[list[list[int]]]:
        return [[list(table) for table in tables] for tables in self.rounds]
