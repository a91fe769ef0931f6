"""Carries out payments that a table has agreed on: they go into the ledger as they stand, and touch nothing else (TBL-15)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game import agreed
from referee.core.record import Move
from referee.mahjong.rules import legality
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS


def pay(state: RoundState, move: Move, number: int) -> None:
    """Write down the payment of a move; one that does not say how much, or to whom at this table, is none."""
    present = [letter for seat, letter in enumerate(SEATS[: state.seats]) if seat not in state.ruleset.absent]
    paid = agreed.payments(move, present)
    if paid is None:
        state.note(legality.SAYS_NOTHING, SEATS.find(move.seat))
        return
    state.agreed.append(number)
    for payment in paid:
        payer, payee = SEATS.index(payment.payer), SEATS.index(payment.payee)
        state.ledger.move(payer, payee, payment.points, agreed.REASON, agreed.AGREED, number)


def after_halt(state: RoundState, moves: Sequence[Move]) -> None:
    """Write down the payments among the moves that follow a halt, which nothing else is made of."""
    for number, move in enumerate(moves[state.number :], state.number + 1):
        if move.verb == agreed.PAY and number not in state.agreed and SEATS.find(move.seat) in range(state.seats):
            state.number, state.made = number, move
            pay(state, move, number)
