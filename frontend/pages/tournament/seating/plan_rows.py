"""The rows of a plan: everybody by name, with where they sit in each of some rounds, and the words for the seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from records.tournament.models import Entrant, Table
from records.tournament.seating import Plan, PlannedRound
from records.wording.game_words import word
from referee.core import registry


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


def seat_words(one: PlannedRound) -> dict[str, str]:
    """The names of the seats of a round's tables, in the words of its game."""
    drawn = str(one.draw.option("layout", "")) if one.draw else ""
    game = registry.find(drawn.partition(":")[0] or one.stage.event.game)
    letters = {seat for table in one.tables for seat, _ in table.seats}
    return {seat: word(game, "seats", seat) for seat in letters}
