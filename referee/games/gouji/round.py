"""A round of 夠級 as it is refereed: each move is checked, then applied; at the end the places are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.games.gouji.actions import declarations, passing, play_actions, rulings, tribute
from referee.games.gouji.rules import ending
from referee.games.gouji.rules.round_state import BLIND, HALTED, GoujiState
from referee.games.gouji.table.moves import BURN, BUY, KNOWN, PASS, PAY, PLAY, YIELD, Act, decode
from referee.games.gouji.table.seats import BIT
from referee.record import NO_MOVE, Move

SHOWN_IN_PLAY: Final = frozenset({PLAY, PASS, YIELD, BURN, BUY, PAY})
"""What only a seat does that has not revolted."""


class GoujiRound(GoujiState):
    """One round in progress. ``move`` takes the next one; ``finish`` says what the end of the record shows."""

    def move(self, number: int, move: Move) -> bool:
        """Referee the next move; False where the replay of the round stops at it."""
        self.number, self.made = number, move
        act = KNOWN.get(move.token) or decode(move)
        if self.state == BLIND:
            return True
        if self.doubt and act.kind in SHOWN_IN_PLAY and act.seat >= 0:
            self.doubt &= ~BIT[act.seat]
        if self.state and self.noted(ending.after_end(self, act), act.seat):
            return False
        ACTS[act.kind](self, act)
        return self.state != HALTED

    def finish(self) -> None:
        """The record ends: the round was played out, or it was not; then its places are compared."""
        if self.state in (HALTED, BLIND):
            return
        self.number, self.made = len(self.record.moves), self.record.moves[-1] if self.record.moves else NO_MOVE
        self.noted(ending.ended(self), -1)


ACTS: Final[tuple[Callable[[GoujiState, Act], None], ...]] = (
    play_actions.play,
    passing.pass_turn,
    passing.yield_turn,
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
    rulings.rule,
    declarations.unknown,
    declarations.foreign,
)
"""What carries out each kind of act, in the order of the kinds in ``moves``."""
