"""Who plays in a round and who sits out, where not everybody finds a seat: whoever sat out least so far sits out first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from records.tournament.seating.drawing.dice import Dice
from records.tournament.seating.drawing.task import Person, Round


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
