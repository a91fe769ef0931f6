"""Penalties, and void rounds: what grave faults and an arbiter's rulings come to."""

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

    __slots__ = ("clause", "lost", "losers", "units")

    def __init__(self, round_: RoundState, units: int, clause: Clause, lost: FindingTemplate) -> None:
        self.units, self.clause, self.lost = units, clause, lost
        self.losers: set[int] = set()
        """Who has lost the match in this round."""
        round_.hooks.rulings[f"fine-{units}"] = self.counts

    def charge(self, round_: RoundState, seat: int) -> None:
        """Take the points of a grave fault off a seat, and count it."""
        round_.ledger.pay(seat, None, self.units, REASON, self.clause, round_.number)
        self.counts(round_, seat)

    def counts(self, round_: RoundState, seat: int) -> None:
        """Count a grave fault of a seat; with the second in the match it has lost the match. Who has lost it in an earlier round
        loses it no more."""
        if seat in round_.ruleset.absent:
            return
        carried, letter = round_.carried, SEATS[seat]
        carried[letter] = carried.get(letter, 0) + 1
        lost = penalty_checks.match_lost(carried[letter], self.lost)
        if lost and seat not in self.losers:
            self.losers.add(seat)
            round_.note(lost, seat)

    def strike(self, round_: RoundState, seat: int) -> None:
        """Take what a seat was charged in this round out of the ledger, because another fault takes its place; and out of the
        count, unless the match was lost by it."""
        ledger, charged = round_.ledger, (SEATS[seat], BANK, self.clause.id)
        kept = [line for line in ledger.lines if (line.payer, line.payee, line.clause) != charged]
        if seat not in self.losers:
            round_.carried[SEATS[seat]] = round_.carried.get(SEATS[seat], 0) - len(ledger.lines) + len(kept)
        ledger.lines[:] = kept


RULING = "void"


class VoidRounds(Mechanism):
    """Ends the round where an arbiter rules so."""

    __slots__ = ("before",)

    def __init__(self, round_: RoundState) -> None:
        self.before = dict(round_.carried)
        """The points that earlier rounds carried over."""
        round_.hooks.rulings[RULING] = self.end

    def end(self, round_: RoundState, seat: int) -> None:
        """End the round, and strike everything that it brought: its wins and kongs, and what they paid."""
        round_.end("void")
        round_.table.offer = None
        round_.hooks.waiting.clear()
        round_.ledger.lines.clear()
        round_.wins.clear()
        round_.won_on.clear()
        round_.kongs.clear()
        round_.determined = True
        round_.carried.clear()
        round_.carried.update(self.before)
