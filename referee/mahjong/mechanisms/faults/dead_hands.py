"""Dead hands (停和陪打): they play on, may not win, claim only what makes them ready, and give their kong fees back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core.verdict import Text
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.mechanisms.kongs.kong_fees import KongFees
from referee.mahjong.rules.checks import penalty_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.rulebook import Clause, FindingTemplate

RULING = "dead-hand"
"""The ruling of an arbiter that makes one: ``E.fa:dead-hand``."""


class DeadHands(Mechanism):
    """The seats whose hands are dead. ``raises`` is what they break by a win or a claim, ``refunds`` the clause by which their
    fees go back."""

    __slots__ = ("dead", "fees", "mark", "raises", "refunds")

    def __init__(self, round_: RoundState, fees: KongFees, raises: FindingTemplate, refunds: Clause, mark: Text) -> None:
        self.fees, self.raises, self.refunds, self.mark = fees, raises, refunds, mark
        self.dead: set[int] = set(round_.deal.miscounted)
        round_.hooks.rulings[RULING] = self.kill

    def kill(self, round_: RoundState, seat: int) -> None:
        """Make a hand dead: the kong fees that it has received go back at once."""
        if seat not in self.dead:
            self.dead.add(seat)
            self.fees.refund(round_, [seat], self.refunds)

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """A fee that a dead hand receives goes back."""
        if kong.seat in self.dead:
            self.fees.refund(round_, [kong.seat], self.refunds)

    def objects_to_claim(self, round_: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by a claim that does not make the hand ready."""
        return penalty_checks.dead_claim(round_, seat, kind, own, self.raises) if seat in self.dead else None

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by a kong that does not make the hand ready."""
        return penalty_checks.dead_kong(round_, seat, own, meld, self.raises) if seat in self.dead else None

    def bars_win(self, round_: RoundState, seat: int) -> Violation | None:
        """The violation by any win of a dead hand."""
        return penalty_checks.dead_win(self.raises) if seat in self.dead else None

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for a dead hand."""
        return (self.mark,) if seat in self.dead else ()
