"""Payments that a table has agreed on, as a record of any game may have them: ``S.pay>E:8``, ``S.pay:2`` to everybody (TBL-15).

No clause knows them, so nobody is found at fault for one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from referee.core.record import Move, Round
from referee.core.verdict import RoundVerdict
from referee.rulebook import CORE

PAY: Final = "pay"
REASON: Final = "agreed"
"""The reason of a line of the ledger."""
AGREED: Final = CORE["TBL-15"]
DIGITS: Final = 9
"""Of how many digits a payment may be at most."""


_VERB: Final = attrgetter("verb")


class Payment(NamedTuple):
    """A payment that a move names, from seat to seat, in points."""

    payer: str
    payee: str
    points: int


def payments(move: Move, seats: Sequence[str]) -> list[Payment] | None:
    """The payments of a move with this verb, among these seats; None where it does not say how much, or names a seat that is none
    of theirs."""
    if not move.text or len(move.text) > DIGITS or move.seat not in seats:
        return None
    if move.other and (move.other not in seats or move.other == move.seat):
        return None
    payees = [move.other] if move.other else [seat for seat in seats if seat != move.seat]
    return [Payment(move.seat, payee, int(move.text)) for payee in payees]


def pays(moves: Sequence[Move]) -> bool:
    """Whether there is a payment among these moves."""
    return PAY in map(_VERB, moves)


def between_sides(verdict: RoundVerdict, round_: Round, seats: Sequence[str], sides: Sequence[str]) -> RoundVerdict:
    """The verdict on a round of a game that has no ledger, with what was paid from side to side in its scores."""
    if not pays(round_.moves):
        return verdict
    paid = [(number, payments(move, seats) or []) for number, move in enumerate(round_.moves, 1) if move.verb == PAY]
    scores = None if verdict.computed is None else _moved(verdict.computed, paid, sides)
    return verdict._replace(computed=scores, checked={**verdict.checked, REASON: [number for number, _ in paid]})


def _moved(scores: Mapping[str, int], paid: Sequence[tuple[int, list[Payment]]], sides: Sequence[str]) -> dict[str, int]:
    found = dict(scores)
    for payment in [one for _, several in paid for one in several]:
        for side in sides:
            found[side] += payment.points * ((payment.payee in side) - (payment.payer in side))
    return found
