"""Every point as a transfer with payer, payee, reason, clause and move (MJ-6.1). Scores are its sums."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from referee.core.verdict import Transfer
from referee.rulebook import Clause

BANK: Final = "BANK"
"""The bank, which receives points that a rule takes out of play."""

WITH_A_WIN: Final = ("win", "piao", "kans", "horse")
"""The reasons of what a win brings: its value, and what is paid beside it."""

_MOVE: Final = attrgetter("move")


class Ledger:
    """The transfers of one round. ``base`` is what one unit is worth (MJ-6.2)."""

    __slots__ = ("base", "lines", "seats")

    def __init__(self, seats: Sequence[str], base: int) -> None:
        self.seats = seats
        self.base = base
        self.lines: list[Transfer] = []

    def pay(self, payer: int | None, payee: int | None, units: int, reason: str, clause: Clause, move: int) -> None:
        """Transfer units from one seat to another; None is the bank. A transfer between a seat and itself is left out."""
        self.move(payer, payee, units * self.base, reason, clause, move)

    def move(self, payer: int | None, payee: int | None, points: int, reason: str, clause: Clause, move: int) -> None:
        """Transfer points as they are, already multiplied by the base."""
        if points and payer != payee:
            giver = BANK if payer is None else self.seats[payer]
            taker = BANK if payee is None else self.seats[payee]
            self.lines.append(Transfer(giver, taker, points, reason, clause.id, move))

    def scores(self) -> dict[str, int]:
        """The points that every seat has won or lost."""
        scores = dict.fromkeys((*self.seats, BANK), 0)
        for payer, payee, points, _, _, _ in self.lines:
            scores[payer] -= points
            scores[payee] += points
        del scores[BANK]
        return scores

    def ordered(self) -> tuple[Transfer, ...]:
        """The lines in the order of their moves."""
        return tuple(sorted(self.lines, key=_MOVE))
