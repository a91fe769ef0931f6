"""The state of a round of 夠級: the table, findings, declarations, muffled and burned seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.game.round_referee import is_counted
from referee.core.record import NO_MOVE, Round
from referee.core.verdict import ILLEGAL, JSON, NOTE, Finding, Penalty
from referee.games.gouji.cards import FOUR, RANKS, THREE, Pairs
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.rules.checks import NOT_OPENED, Violation, burning, one_too_many
from referee.games.gouji.rules.deal import Deal
from referee.games.gouji.rules.opening import Opening
from referee.games.gouji.rules.places import places, scores
from referee.games.gouji.rules.tribute_debts import Debt, TributeDesk
from referee.games.gouji.table.seats import BIT, SEATS
from referee.games.gouji.table.table import GoujiTable
from referee.rulebook import FindingTemplate

PENALTIES: Final = GJ["GJ-9.1"]

OPEN: Final = 0
ENDED: Final = 1
HALTED: Final = 2
BLIND: Final = 3
"""BLIND: what goes on hangs on cards that the record does not show; nothing more is said of the round."""

TURNS: Final = frozenset({"not-your-turn", "not-opposite", "passed-already", "yield-not-partner", "must-lead"})
"""Findings that rest on who is still in the play."""

NEVER_DEALT: Final = frozenset({"card-not-in-hand", "card-overflow"})
"""What costs the last place, and the second time in a match the game; other breaches of play cost a turn (GJ-9.1)."""


class GoujiState:
    """The state of a round in progress."""

    def __init__(self, rules: TableRules, round_: Round, deal: Deal, debts: Sequence[Debt] | None) -> None:
        self.rules = rules
        self.bie3 = rules.bie3
        """Whether the last 3s are kept back (GJ-8.1); asked at every play."""
        self.record = round_
        self.deal = deal
        self.table = GoujiTable(deal.hands, max(deal.leader, 0), rules)
        self.desk = TributeDesk(debts, rules.bie3)
        self.opening = Opening(rules, deal.hands)
        self.findings: list[Finding] = []
        self.more: dict[str, int] = {}
        """How many violations were counted instead of listed, by their codes."""
        self.number = 0
        self.made = NO_MOVE
        self.progress = OPEN
        self.outcome = "unfinished"
        self.started = False
        """Whether the first set has been played."""
        self.declared: dict[int, str] = {}
        self.shown: tuple[int, int] | None = None
        """Who holds the lead by showing 3s, and how many (GJ-2.2)."""
        self.lost = 0
        """Who has lost the next turn by a ruling, as a mask."""
        self.turns_lost = [0] * len(SEATS)
        """How many turns each seat has still lost by rulings (GJ-9.1)."""
        self.penalties: list[Penalty] = []
        """The rulings of the round, as they were carried out."""
        self.muffles: list[tuple[int, int]] = []
        """Who was muffled, each with who did it."""
        self.burns: list[tuple[int, int, int]] = []
        """Burns that succeeded: who was burned, by whom, and what is owed for it."""
        self.offenders: set[int] = set()
        """Who has played cards never dealt, in this round or before (GJ-9.1)."""
        self.slack = 0
        """How many cards were taken out of play of which it is not known out of which unseen hand (GJ-2.4)."""
        self.doubt = sum(BIT[seat] for seat in range(6) if rules.bie3 and rules.auto_revolution and self.table.unseen[seat])
        """Unseen hands that may have revolted unsaid (GJ-8.3): seats that have done nothing yet, as a mask."""
        self.told = False
        """Whether what unseen hands show at the table is told beside the moves: who has revolted by the deal, who is muffled."""
        self.marks: list[tuple[int, str, str, int]] = []
        """What was done in this trick, for whoever draws it: seat, kind, cards, move."""
        self.piles: list[list[str]] = [[] for _ in SEATS]
        """The sets that each seat has played."""

    def noted(self, violation: Violation | None, seat: int) -> bool:
        """Note the violation by the present move, if any, for this seat (-1: none); True if there was one."""
        if violation is None:
            return False
        self._find(violation.raises, seat, violation.facts)
        if violation.halts:
            self.progress, self.outcome = HALTED, "unfinished"
        return True

    def stopped(self, violation: Violation | None, seat: int) -> bool:
        """Note the violation by a move of the trick; True if the round stops there, or depends on unseen hands from here on."""
        if violation is None:
            return False
        if self.doubt and not violation.halts and violation.raises.code in TURNS:
            self.progress = BLIND
            return True
        self.noted(violation, seat)
        return violation.halts

    def _find(self, raises: FindingTemplate, seat: int, facts: Mapping[str, JSON]) -> None:
        letter = SEATS[seat] if seat >= 0 else None
        penalty = self._penalty(raises, seat)
        if is_counted(self.findings, self.more, raises.code):
            return
        found = raises.finding(facts, self.number, letter, self.made.token or None, penalty)
        self.findings.append(found._replace(severity=NOTE) if found.clause in self.rules.unrefereed else found)

    def _penalty(self, raises: FindingTemplate, seat: int) -> str | None:
        """The penalty that the charter sets for a violation (GJ-9.1); none where its clause is not refereed (TBL-17)."""
        if raises.clause in self.rules.unrefereed:
            return None
        if raises.code in NEVER_DEALT and seat >= 0:
            again = seat in self.offenders
            self.offenders.add(seat)
            return "disqualify" if again else "place-last"
        if raises.code == "false-burn":
            return "place-last"
        return "lose-turn" if raises.severity == ILLEGAL else None

    def take(self, seat: int, cards: Pairs) -> None:
        """Take cards out of a hand; an unseen hand may show more of a rank than exist."""
        table = self.table
        hidden = table.unseen[seat]
        if hidden and any(rank == FOUR and number > table.hands[seat][FOUR] for rank, number in cards):
            self.opening.showed_four(seat)
        table.take(seat, cards)
        if hidden and table.unseen[seat] < hidden:
            for rank, _ in cards:
                shown = self.shown_of(rank)
                if shown > self.rules.pack.copies[rank]:
                    self.noted(one_too_many(self.rules.pack, rank, shown), seat)  # GJ-1.2, GJ-11.1

    def shown_of(self, rank: int) -> int:
        """The number of cards of a rank that the record has shown so far."""
        played = sum(cards.count(RANKS[rank]) for pile in self.piles for cards in pile)
        return played + sum(hand[rank] for hand in self.table.hands) + self.table.swept[rank]

    def end(self, outcome: str) -> None:
        """End the round."""
        self.progress, self.outcome = ENDED, outcome

    def after_leaving(self) -> None:
        """End the round if the place just decided ends it (GJ-6.1)."""
        if self.table.decided:
            self.end(self.result())

    def result(self) -> str:
        """The result of a round that was played out: a side has scored more, or both are even (GJ-6.3)."""
        first, second = scores(places(self.table), self.rules.scoring).values()
        return "drawn" if first == second else "win"

    def lose_turn(self, seat: int) -> None:
        """Note that a ruling takes one more turn from a seat (GJ-9.1)."""
        self.lost |= BIT[seat]
        self.turns_lost[seat] += 1

    def turn_was_lost(self, seat: int) -> None:
        """Note that a seat's turn has come, if a ruling has taken it."""
        if self.lost & BIT[seat]:
            self.turns_lost[seat] -= 1
            if not self.turns_lost[seat]:
                self.lost &= ~BIT[seat]

    def burning(self, seat: int) -> Violation | None:
        """The violation by burning the set on top (GJ-4.8, GJ-5.1), where it takes an opened player also by one who has not
        opened for certain (GJ-11.4)."""
        violation = burning(self.table, seat)
        if violation is None and self.rules.burn_needs_open == "on":
            self.opening.settle(self.table)
            if not (self.opening.opened | self.opening.unclear) & BIT[seat]:
                return Violation(NOT_OPENED)  # GJ-11.4
        return violation

    def least_left(self, seat: int) -> int:
        """The least number of cards that a seat has."""
        return self.table.left[seat] - (self.slack if self.table.unseen[seat] else 0)

    def unseen_of(self, rank: int) -> int:
        """The number of cards of a rank that have not been shown."""
        return max(0, self.rules.pack.copies[rank] - self.shown_of(rank))

    def may_be_muffled(self, seat: int) -> bool:
        """Whether an unseen hand may hold nothing but 3s (GJ-6.2)."""
        table = self.table
        hidden = table.unseen[seat]
        seen_others = table.left[seat] - hidden - table.hands[seat][THREE]
        return 0 < hidden <= self.unseen_of(THREE) and not seen_others

    def lead_anyhow(self, seat: int) -> None:
        """Take the seat that leads for the first taker, if the record names none."""
        if self.deal.leader < 0 and not self.started and self.shown is None and self.table.plays(seat):
            self.table.trick.owner = seat
