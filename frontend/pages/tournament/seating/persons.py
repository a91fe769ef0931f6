"""Everybody of a plan by name, with where they sit in each of some rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from frontend.pages.tournament.seating.forms import seat_words
from records.tournament.models import Entrant, Table
from records.tournament.seating import Plan, PlannedRound


class Cell(NamedTuple):
    """A round of somebody; without a table they sit out. ``seat`` is the seat's word."""

    round: PlannedRound
    table: Table | None
    seat: str


class PersonRow(NamedTuple):
    """Somebody with their number in the order of entering; a cell for each round, None where they take no part in it."""

    entrant: Entrant
    number: int
    cells: list[Cell | None]

    @property
    def sits(self) -> list[Cell]:
        """The rounds in which they take part."""
        return [cell for cell in self.cells if cell]


def rows_of(plan: Plan, rounds: Sequence[PlannedRound]) -> list[PersonRow]:
    """Everybody by name, with a cell for each of these rounds."""
    of_person = plan.by_person()
    words = {one.round.pk: seat_words(one) for one in rounds}
    rows = []
    for number, entrant in enumerate(plan.entrants, 1):
        sits = {one.round.round.pk: one for one in of_person[entrant.pk]}
        found = [(one, sits.get(one.round.pk)) for one in rounds]
        cells = [where and Cell(one, where.table, words[one.round.pk].get(where.seat, "")) for one, where in found]
        rows.append(PersonRow(entrant, number, cells))
    return sorted(rows, key=lambda row: row.entrant.name)
