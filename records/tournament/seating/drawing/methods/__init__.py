"""The methods that find rounds by themselves, each a function of what is asked of a draw; a prescription is read instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from records.tournament.seating.drawing.methods.groups import by_groups
from records.tournament.seating.drawing.methods.lot import by_lot
from records.tournament.seating.drawing.methods.swiss import swiss
from records.tournament.seating.drawing.methods.teams import by_teams
from records.tournament.seating.drawing.methods.unmet import unmet
from records.tournament.seating.drawing.task import DrawTask, Found

METHODS: Mapping[str, Callable[[DrawTask], Found]] = {
    "unmet": unmet,
    "lot": by_lot,
    "swiss": swiss,
    "groups": by_groups,
    "teams": by_teams,
}
"""The methods by the names under which they are asked for."""
