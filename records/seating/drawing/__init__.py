"""Drawing rounds: who sits where, as pure functions of the people, the rounds before and a seed. Knows no database."""

from records.seating.drawing.counts import DrawCounts, counts_of
from records.seating.drawing.methods import METHODS
from records.seating.drawing.methods.groups import going_on
from records.seating.drawing.prescription import Fault, prescribed
from records.seating.drawing.sizes import Misfit, misfit
from records.seating.drawing.task import DrawTask, Found, Layout, Person, Round

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
