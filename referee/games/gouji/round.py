"""A round of 夠級 as it is refereed: each move is checked, then applied; at the end the places are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from referee.core.game.round_referee import RoundReferee
from referee.core.game.rulings import DISQUALIFY, LOSE_TURN, PLACE_LAST, is_ruling
from referee.core.record import NO_MOVE, Move, Round
from referee.core.verdict import Penalty
from referee.games.gouji.actions import declarations, play_actions, tribute
from referee.games.gouji.rulebook import GJ
from referee.games.gouji.rules import ending
from referee.games.gouji.rules.declaration_checks import says_nothing
from referee.games.gouji.rules.round_state import BLIND, HALTED, GoujiState
from referee.games.gouji.table.moves import BURN, BUY, KNOWN, PASS, PAY, PLAY, YIELD, Act, decode
from referee.games.gouji.table.seats import BIT, SEATS
from referee.games.gouji.table.table import FALSE

SHOWN_IN_PLAY: Final = frozenset({PLAY, PASS, YIELD, BURN, BUY, PAY})
"""What only a seat does that has not revolted."""
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


@mypyc_attr(allow_interpreted_subclasses=True)
class GoujiRound(RoundReferee):
    """One round in progress. ``move`` takes the next one; ``finish`` says what the end of the record shows."""

    __slots__ = ("findings", "state")

    def __init__(self, state: GoujiState) -> None:
        self.state = state
        self.findings = state.findings

    def move(self, number: int, move: Move) -> bool:
        """Referee the next move; False where the replay of the round stops at it."""
        return self._play(number, (move,))

    def moves(self, moves: Sequence[Move]) -> None:
        """Referee all moves of a round, as far as its replay goes."""
        self._play(1, moves)

    def _play(self, number: int, moves: Sequence[Move]) -> bool:
        """Referee moves, the first of which has this number; False where the replay stops among them."""
        state = self.state
        for move in moves:
            state.number, state.made = number, move
            number += 1
            act = KNOWN.get(move.token) or decode(move)
            if state.progress == BLIND:
                return True
            if state.doubt and act.kind in SHOWN_IN_PLAY and act.seat >= 0:
                state.doubt &= ~BIT[act.seat]
            if state.progress and state.noted(ending.after_end(state, act), act.seat):
                return False
            ACTS[act.kind](state, act)
            if state.progress == HALTED:
                return False
        return True

    def ends_as(self, round_: Round) -> None:
        """Take the places that the record claims at the end of a round."""
        self.state.record = round_

    def finish(self) -> None:
        """End the round where its record ends: note whether it was played out, and compare its places."""
        state = self.state
        if state.progress == HALTED:
            return
        moves = state.record.moves
        state.number, state.made = len(moves), moves[-1] if moves else NO_MOVE
        state.noted(ending.ended(state), -1)


ACTS: Final[tuple[Callable[[GoujiState, Act], None], ...]] = (
    play_actions.play,
    play_actions.pass_turn,
    play_actions.yield_turn,
    play_actions.burn,
    declarations.show,
    declarations.revolt,
    declarations.sweep,
    declarations.report,
    declarations.lay,
    declarations.declare,
    tribute.pay,
    tribute.give_back,
    tribute.buy,
    play_actions.intend,
    rule,
    declarations.unknown,
    declarations.foreign,
)
"""What carries out each kind of act, in the order of the kinds in ``moves``."""
