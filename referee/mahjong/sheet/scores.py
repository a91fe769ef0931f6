"""Referees a mahjong round of which nothing but its scores was written down."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.rulings import is_ruling
from referee.core.game.sheets import SCORES, STATED, Unchecked, checked, stated_scores
from referee.core.record import Move, Round
from referee.core.verdict import Penalty, RoundVerdict
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.table.moves import SEATS


class ScoresRound(MahjongRound):
    """The referee of a round of scores alone: they are its settlement, with fines in them."""

    __slots__ = ("scores",)

    def __init__(self, game: Settlement, state: RoundState) -> None:
        super().__init__(game, state)
        state.hooks.waiting.clear()
        state.outcome = "unknown"
        found, self.scores = stated_scores(state.header, SEATS[: state.seats], game.rulebook.words, self._banked)
        state.findings += found
        for seat in range(state.seats):
            points = (self.scores or {}).get(SEATS[seat], 0)
            payer, payee = (None, seat) if points > 0 else (seat, None)
            state.ledger.move(payer, payee, abs(points), "stated", STATED, len(state.header.moves))

    def _banked(self, points: int) -> bool:
        """Whether clauses of the game may have paid so many points to the bank."""
        base = self.state.ledger.base
        return base > 0 and points % base == 0 and self.game.may_bank(self.state.rules, points // base)

    def move(self, number: int, move: Move) -> bool:
        """Note a ruling; other moves do not belong here."""
        if move.verb == "fa" and is_ruling(move.text):
            self.state.penalties.append(Penalty(number, move.seat, move.text))
        return True

    def moves(self, moves: Sequence[Move]) -> None:
        """Note the rulings."""
        for number, move in enumerate(moves, 1):
            self.move(number, move)

    def finish(self) -> None:
        """Nothing is left to settle."""

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict: the scores as they stand there."""
        verdict = super().verdict(round_)
        unchecked = [Unchecked("scores")] if self.scores is not None else []
        return verdict._replace(next_dealer=None, computed=self.scores, checked=checked(SCORES, False, unchecked))
