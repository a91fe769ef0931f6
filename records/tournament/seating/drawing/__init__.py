"""Drawing rounds: who sits where, as pure functions of the people, the rounds before and a seed. Knows no database."""

from records.tournament.seating.drawing.counts import DrawCounts, counts_of
from records.tournament.seating.drawing.methods import METHODS
from records.tournament.seating.drawing.methods.groups import going_on
from records.tournament.seating.drawing.prescription import Fault, prescribed
from records.tournament.seating.drawing.sizes import Misfit, misfit
from records.tournament.seating.drawing.task import DrawTask, Found, Layout, Person, Round

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
