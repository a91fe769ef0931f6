"""Carries out passes, and yielding to a partner's set (GJ-4)."""

from __future__ import annotations

from referee.games.gouji.actions.play_actions import burned_falsely, skip
from referee.games.gouji.rules import checks
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT


def pass_turn(round_: GoujiState, act: Act) -> None:
    """Carry out that a seat passes."""
    seat, trick = act.seat, round_.table.trick
    if round_.lost and checks.lost_turn(round_.lost, seat) and (checks.leads(trick, seat) or checks.may_reply(trick, seat)):
        round_.turn_was_lost(seat)
        if not checks.may_reply(trick, seat):
            skip(round_, seat)
            return
    round_.lead_anyhow(seat)
    if checks.waives(round_.table, seat):
        trick.waive(seat)
        round_.marks.append((seat, "pass", "", round_.number))
        return
    violation = checks.passing(round_.table, seat)
    if violation is None:
        trick.drop(seat, False)
        round_.marks.append((seat, "pass", "", round_.number))
    elif not round_.stopped(violation, seat):
        if violation.raises is checks.FALSE_BURN:
            burned_falsely(round_, seat)
        elif violation.raises is checks.MUST_LEAD:
            skip(round_, seat)
        elif trick.due & BIT[seat]:
            trick.drop(seat, False)


def yield_turn(round_: GoujiState, act: Act) -> None:
    """Carry out that a seat yields to its partner's set (GJ-4.3)."""
    seat, trick = act.seat, round_.table.trick
    round_.lead_anyhow(seat)
    if round_.lost and checks.may_reply(trick, seat):
        round_.noted(checks.lost_turn(round_.lost, seat), seat)
        round_.turn_was_lost(seat)
    violation = checks.yielding(round_.table, seat)
    if violation is None:
        trick.drop(seat, True)
        round_.marks.append((seat, "yield", "", round_.number))
    elif not round_.stopped(violation, seat):
        if violation.raises is checks.MUST_LEAD:
            skip(round_, seat)
        elif trick.due & BIT[seat]:
            trick.drop(seat, False)
