"""A round of 夠級 as it is refereed: each move is checked, then applied; at the end the places are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.games.gouji.actions import declarations, passing, play_actions, rulings, tribute
from referee.games.gouji.actions.state import BLIND, ENDED, HALTED, GoujiState
from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.places import places
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED
from referee.games.gouji.table.moves import (
    BURN,
    BUY,
    DECLARE,
    KNOWN,
    PASS,
    PAY,
    PLAY,
    REVOLT,
    RULING,
    YIELD,
    Act,
    decode,
)
from referee.games.gouji.table.seats import BIT, COUNT, SEATS
from referee.record import NO_MOVE, Move

AFTER_END: Final = GJ["GJ-6.1"].raises("moves-after-end")
NOT_FINISHED: Final = GJ["GJ-6.1"].raises("round-not-finished")
PLACES_MISMATCH: Final = GJ["GJ-6.1"].raises("places-mismatch")

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
        if self.state and not self._may_follow(act):
            self.find(AFTER_END, act.seat if act.seat >= 0 else None)  # GJ-6.1
            return False
        ACTS[act.kind](self, act)
        return self.state != HALTED

    def _may_follow(self, act: Act) -> bool:
        """Rulings may come after the end; in a void round more revolutions, and what precedes one by the deal (GJ-2.3)."""
        if act.kind == RULING:
            return True
        early = act.kind == BUY or act.kind == DECLARE and act.move.verb == BEFORE_DECLARED
        return self.outcome == "void" and (act.kind == REVOLT or self.rules.bie3 and early)

    def finish(self) -> None:
        """The record ends: the round was played out, or it was not; then its places are compared."""
        if self.state in (HALTED, BLIND):
            return
        self.number, self.made = len(self.record.moves), self.record.moves[-1] if self.record.moves else NO_MOVE
        if self.state != ENDED:
            if not self._may_be_over():
                self.find(NOT_FINISHED, None)  # GJ-6.1
            return
        said, found = self.record.places, self.order()
        if said is not None and said != found:
            self.find(PLACES_MISMATCH, None, expected=found, actual=said)  # GJ-6.1

    def _may_be_over(self) -> bool:
        """Whether unseen hands that revolted unsaid would have ended the round (GJ-8.3)."""
        doubts = COUNT[self.doubt]
        return doubts > 0 and (len(self.table.revolted) + doubts > 1 or COUNT[self.table.trick.playing & ~self.doubt] <= 1)

    def order(self) -> str | None:
        """The places, first to last, as a record writes them."""
        if self.outcome == "void" or self.state != ENDED:
            return None
        return " ".join(SEATS[seat] for seat in places(self.table))


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
