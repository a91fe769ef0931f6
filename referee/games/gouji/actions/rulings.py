"""Carries out an arbiter's rulings on seats, as the record has them (GJ-9.1)."""

from __future__ import annotations

from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.declaration_checks import UNKNOWN
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT
from referee.games.gouji.table.table import FALSE

RULINGS = GJ["GJ-9.1"]

LOSE_TURN, PLACE_LAST, DISQUALIFY, WARNING = "lose-turn", "place-last", "disqualify", "warning"


def rule(round_: GoujiState, act: Act) -> None:
    """Carry out an arbiter's ruling (GJ-9.1)."""
    seat = act.seat
    if act.move.text == LOSE_TURN:
        round_.lost |= BIT[seat]
    elif act.move.text in (PLACE_LAST, DISQUALIFY):
        put_last(round_, seat)
    elif act.move.text != WARNING:
        round_.noted(UNKNOWN, seat)  # PPN-5


def put_last(round_: GoujiState, seat: int) -> None:
    """Place a seat last at once, above those that were placed so before (GJ-5.5, GJ-9.1)."""
    if round_.table.plays(seat):
        round_.table.leave(seat, FALSE)
        if round_.table.tangled:
            round_.table.trick.tangle()
        round_.after_leaving()
