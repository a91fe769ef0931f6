"""Drawing rounds: who sits where, as pure functions of the people, the rounds before and a seed. Knows no database."""

from collections.abc import Callable, Mapping

from records.tournament.seating.drawing.counts import DrawCounts, counts_of
from records.tournament.seating.drawing.prescription import Fault, prescribed
from records.tournament.seating.drawing.sizes import Misfit, misfit
from records.tournament.seating.drawing.swiss import swiss
from records.tournament.seating.drawing.task import DrawTask, Found, Layout, Person, Round
from records.tournament.seating.drawing.teams import by_teams
from records.tournament.seating.drawing.unmet import by_groups, by_lot, going_on, unmet

METHODS: Mapping[str, Callable[[DrawTask], Found]] = {
    "unmet": unmet,
    "lot": by_lot,
    "swiss": swiss,
    "groups": by_groups,
    "teams": by_teams,
}
"""The methods that find rounds by themselves, by the names under which they are asked for; a prescription is read instead."""

__all__ = [
    "METHODS",
    "DrawCounts",
    "DrawTask",
    "Fault",
    "Found",
    "Layout",
    "Misfit",
    "Person",
    "Round",
    "counts_of",
    "going_on",
    "misfit",
    "prescribed",
]
