"""What a sheet says of buying, tribute and returns, and what it does not (GJ-7.7 to GJ-8.2).

The hands are not known: what is certain all the same is found, and the rest is told as unchecked. Tribute is noted as a whole or
not at all, and so are the returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.game.sheets import Unchecked
from referee.core.record import Move
from referee.games.gouji.actions import tribute
from referee.games.gouji.cards import RANKS, TWO, Pairs
from referee.games.gouji.rules import checks as checks_of_cards
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.rules.tribute_checks import own_high_cards
from referee.games.gouji.rules.tribute_debts import DONE, ORDER, PLACES, RETURNING, Debt
from referee.games.gouji.sheets import checks
from referee.games.gouji.table.moves import BUY, PAY, Act
from referee.games.gouji.table.seats import BIT, SEATS, partners
from referee.games.gouji.table.sets import CardSet

NOT_KNOWN = "tribute"
NOT_RETURNED = "return"


class SheetTribute:
    """The tribute of one sheet. ``high``: who held a 2 or a joker as dealt, ``low``: who held a 3, as masks."""

    __slots__ = ("_earned", "_given", "_least", "_none_left", "_paid", "_returned", "_skipped", "high", "low", "state")

    def __init__(self, state: GoujiState, moves: Sequence[Move]) -> None:
        self.state = state
        self.high = self.low = 0
        verbs = {move.verb for move in moves}
        self._paid, self._returned = "gong" in verbs, "huan" in verbs
        self._skipped: list[Debt] = [] if self._paid else list(state.desk.open)
        self._given = [0] * len(RANKS)
        self._earned = [[0] * len(RANKS) for _ in SEATS]
        """The cards that each seat got for a 3 or a 4: it may not have been dealt them (GJ-8.2)."""
        self._least: dict[int, int] = {}
        self._none_left: dict[int, tuple[Debt, int]] = {}
        if not self._paid:
            state.desk.open.clear()

    def carry_out(self, act: Act) -> None:
        """Buy, pay or return."""
        assert act.set is not None
        if act.kind == BUY:
            self._buy(act, act.set)
        elif act.kind == PAY:
            self._pay(act, act.set)
        else:
            self._leave_behind(RETURNING)
            tribute.give_back(self.state, act)
        hidden = act.set.size - sum(number for _, number in act.set.cards)
        if hidden > 0:
            table = self.state.table
            for seat, number in ((act.seat, -hidden), (act.other, hidden)):
                table.unseen[seat] += number
                table.left[seat] += number

    def _buy(self, act: Act, paid: CardSet) -> None:
        if paid.size and (paid.size > 1 or _ranks(paid.cards, 0, TWO)):
            self.state.noted(checks.price(paid), act.seat)
            return
        self.high |= BIT[act.seat] if paid.size else 0
        for rank, number in paid.cards:
            self._earned[act.other][rank] += number
        self.low |= 0 if self.state.rules.buy4 else BIT[act.other]  # else it may have been a 4
        tribute.buy(self.state, act)

    def _pay(self, act: Act, paid: CardSet) -> None:
        seat, desk = act.seat, self.state.desk
        if any(number > self._earned[seat][rank] for rank, number in paid.cards):
            if seat in self.state.table.revolted:
                self.state.noted(checks.not_dealt(paid), seat)
                return
            self.high |= BIT[seat]
        debt = next((one for one in desk.open if (one.payer, one.payee) == (seat, act.other)), None)
        if debt is not None:
            self._leave_behind(ORDER[debt.reason])
        for owed in [one for one in self._skipped if one.payer == seat]:
            self._short(owed, 0)
            self._skipped.remove(owed)
        if seat in self._none_left:
            self._short(*self._none_left.pop(seat))
        if debt is not None and paid.size < debt.number:
            self._none_left[seat] = debt, paid.size
        self._rank(seat, paid)
        known = len(self.state.findings)
        tribute.pay(self.state, act)
        self._count(seat, paid, known)
        if not self._returned:
            desk.returns.clear()

    def _rank(self, seat: int, paid: CardSet) -> None:
        """Nobody pays with anything but jokers and 2s, nor with a higher card than before (GJ-7.8)."""
        least = self._least.get(seat, len(RANKS))
        if _ranks(paid.cards, 0, TWO) or _ranks(paid.cards, least + 1, len(RANKS)):
            self.state.noted(checks.not_highest(least, paid), seat)
        self._least[seat] = min([least, *(rank for rank, _ in paid.cards)])

    def _count(self, seat: int, paid: CardSet, known: int) -> None:
        """Nobody pays with what was paid to them, so all that was paid are different cards (GJ-1.2, GJ-7.8)."""
        for rank, number in paid.cards:
            self._given[rank] += number
            told = any(finding.code == checks_of_cards.CARD_OVERFLOW.code for finding in self.state.findings[known:])
            if self._given[rank] > self.state.rules.pack.copies[rank] and not told:
                self.state.noted(checks_of_cards.one_too_many(self.state.rules.pack, rank, self._given[rank]), seat)  # GJ-1.2

    def _short(self, debt: Debt, paid: int) -> None:
        """Who pays once more has had cards to pay with before."""
        self.state.noted(checks.unpaid(debt, paid), debt.payer)

    def begin(self) -> None:
        """The play begins: what is certainly owed still is found."""
        self._leave_behind(DONE)
        tribute.advance(self.state, DONE)

    def _leave_behind(self, stage: int) -> None:
        """Remember what was due before this stage and may have been owed by a seat without cards to pay with."""
        for debt in self.state.desk.open:
            if ORDER[debt.reason] < stage and not own_high_cards(self.state, debt.payer):
                self._skipped.append(debt)

    def unchecked(self) -> Iterator[Unchecked]:
        """What of the tribute could not be checked: what was owed, or whether it was paid and returned."""
        desk = self.state.desk
        if self.state.rules.tribute and desk.debts is None:
            yield Unchecked(NOT_KNOWN)
        waived = [one for one in self._skipped if one.reason == PLACES and partners(one.payer, one.payee)]
        for seat in sorted({debt.payer for debt in self._skipped if debt not in waived}):
            yield Unchecked(NOT_KNOWN, SEATS[seat])
        if self._paid and not self._returned:
            for debt in desk.debts or ():
                if debt.reason == PLACES and debt not in self._skipped:
                    yield Unchecked(NOT_RETURNED, SEATS[debt.payee])


def _ranks(cards: Pairs, least: int, below: int) -> bool:
    """Whether any of these cards is of a rank in this range."""
    return any(least <= rank < below for rank, _ in cards)
