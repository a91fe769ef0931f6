"""Seating: drawing rounds, the plan of who sits where, withdrawals, substitutes and swaps."""

from records.tournament.seating.draws import Drawing, draw, next_round, preview, undo
from records.tournament.seating.leaving import come_back, leave, substitute
from records.tournament.seating.orders import Order
from records.tournament.seating.people import PastedPerson, add_house, enter_people, read_people
from records.tournament.seating.plan import (
    PersonsRound,
    Plan,
    PlannedRound,
    PlannedTable,
    TableLayout,
    has_begun,
    layouts_for,
    plan_of,
)
from records.tournament.seating.swapping import swap_people, swap_tables

__all__ = [
    "Drawing",
    "Order",
    "PastedPerson",
    "PersonsRound",
    "Plan",
    "PlannedRound",
    "PlannedTable",
    "TableLayout",
    "add_house",
    "come_back",
    "draw",
    "enter_people",
    "has_begun",
    "layouts_for",
    "leave",
    "next_round",
    "plan_of",
    "preview",
    "read_people",
    "substitute",
    "swap_people",
    "swap_tables",
    "undo",
]
