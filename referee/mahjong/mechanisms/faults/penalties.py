"""Penalties: a grave fault costs points, which go to the house (``BANK``); a second one in the same match loses the match."""

from __future__ import annotations

from typing import Final

from referee.mahjong.ledger import BANK
from referee.mahjong.rules.checks import penalty_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS
from referee.rulebook import Clause, FindingTemplate

REASON: Final = "penalty"


class Penalties(Mechanism):
    """What grave faults cost, in units, and how many each seat has committed in the match so far (``RoundState.carried``).

    ``lost`` is raised by the second of a seat. A fine of the same points by an arbiter counts as one.
    """

    __slots__ = ("clause", "lost", "losers", "round", "units")

    def __init__(self, round_: RoundState, units: int, clause: Clause, lost: FindingTemplate) -> None:
        self.round, self.units, self.clause, self.lost = round_, units, clause, lost
        self.losers: set[int] = set()
        """Who has lost the match in this round."""
        round_.rulings[f"fine-{units}"] = self.counts

    def charge(self, seat: int) -> None:
        """Take the points of a grave fault off a seat, and count it."""
        self.round.ledger.pay(seat, None, self.units, REASON, self.clause, self.round.number)
        self.counts(seat)

    def counts(self, seat: int) -> None:
        """Count a grave fault of a seat; with the second in the match it has lost the match. Who has lost it in an earlier round
        loses it no more."""
        if seat in self.round.ruleset.absent:
            return
        carried, letter = self.round.carried, SEATS[seat]
        carried[letter] = carried.get(letter, 0) + 1
        lost = penalty_checks.match_lost(carried[letter], self.lost)
        if lost and seat not in self.losers:
            self.losers.add(seat)
            self.round.note(lost, seat)

    def strike(self, seat: int) -> None:
        """Take what a seat was charged in this round out of the ledger, because another fault takes its place; and out of the
        count, unless the match was lost by it."""
        ledger, charged = self.round.ledger, (SEATS[seat], BANK, self.clause.id)
        kept = [line for line in ledger.lines if (line.payer, line.payee, line.clause) != charged]
        if seat not in self.losers:
            self.round.carried[SEATS[seat]] = self.round.carried.get(SEATS[seat], 0) - len(ledger.lines) + len(kept)
        ledger.lines[:] = kept
