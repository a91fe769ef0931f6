"""Carries out an arbiter's rulings on seats, as the record has them (GJ-9.1)."""

from __future__ import annotations

from referee.core.game.rulings import DISQUALIFY, LOSE_TURN, PLACE_LAST, is_ruling
from referee.core.verdict import Penalty
from referee.games.gouji.rulebook import GJ
from referee.games.gouji.rules.declaration_checks import says_nothing
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import SEATS
from referee.games.gouji.table.table import FALSE

RULINGS = GJ["GJ-9.1"]


def rule(round_: GoujiState, act: Act) -> None:
    """Carry out an arbiter's ruling; a warning changes nothing, and a fine is taken off the score at the end (GJ-9.1)."""
    seat, ruling = act.seat, act.move.text
    if not is_ruling(ruling):
        round_.noted(says_nothing(act), seat)
        return
    round_.penalties.append(Penalty(round_.number, SEATS[seat], ruling))
    if ruling == LOSE_TURN:
        round_.lose_turn(seat)
    elif ruling in (PLACE_LAST, DISQUALIFY):
        put_last(round_, seat)


def put_last(round_: GoujiState, seat: int) -> None:
    """Place a seat last at once, above those that were placed so before (GJ-5.5, GJ-9.1)."""
    if round_.table.plays(seat):
        round_.table.leave(seat, FALSE)
        if round_.table.tangled:
            round_.table.trick.tangle()
        round_.after_leaving()
