"""Before the first play: 買3, then the tribute that the last round left, in its order, then the returns (GJ-7.7 to GJ-8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.tribute_debts import ORDER, PLACES, Debt
from referee.games.gouji.table.cards import BIG, RANKS, SMALL, THREE, TWO, Pairs, names
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import OPPOSITE, SEATS, partners
from referee.games.gouji.table.sets import CardSet
from referee.verdict import JSON

if TYPE_CHECKING:
    from referee.games.gouji.actions.state import GoujiState

NOT_OWED = GJ["GJ-7.1"].raises("tribute-excess")
MISSING = GJ["GJ-7.7"].raises("tribute-missing")
SHORT = GJ["GJ-7.8"].raises("tribute-missing")
EXCESS = GJ["GJ-7.8"].raises("tribute-excess")
NOT_HIGHEST = GJ["GJ-7.8"].raises("tribute-not-highest")
NOT_IN_HAND = GJ["GJ-1.2"].raises("card-not-in-hand")
BAD_RETURN = GJ["GJ-7.9"].raises("bad-return")
BUY_MISSING = GJ["GJ-8.2"].raises("buy-missing")
BAD_BUY = GJ["GJ-8.2"].raises("bad-buy")

BUYING, RETURNING, DONE = 0, 5, 6
"""The stages, the four kinds of tribute lying between buying and returning."""


class Desk:
    """What is still to be bought, paid and returned. ``debts`` is None where the round before is not known."""

    __slots__ = ("debts", "open", "received", "returns", "round", "stage")

    def __init__(self, round_: GoujiState, debts: Sequence[Debt] | None) -> None:
        self.round = round_
        self.debts = debts
        self.open = list(debts or ())
        self.returns: list[Debt] = []
        """落貢 that was paid and is not returned yet, each with the number of cards."""
        self.received = [[0] * len(RANKS) for _ in SEATS]
        self.stage = BUYING if round_.rules.bie3 else BUYING + 1

    def advance(self, stage: int) -> None:
        """A later stage begins: what was not done before it is missing."""
        if stage <= self.stage:
            return
        if self.stage == BUYING:
            self._unbought()
        if self.open:
            self._unpaid(stage)
        if stage == DONE:
            self._unreturned()
        self.stage = stage

    # -- 買3 ---------------------------------------------------------------------------------------------------

    def _unbought(self) -> None:
        for seat in range(6):
            if self._must_buy(seat):
                self.round.find(BUY_MISSING, seat)

    def _must_buy(self, seat: int) -> bool:
        """Who was dealt no 3 and holds none, can pay for one, and finds somebody to sell it (GJ-8.2)."""
        table, dealt = self.round.table, self.round.deal.hands[seat]
        lacks = table.plays(seat) and not dealt[THREE] and not table.hands[seat][THREE] and not table.unseen[seat]
        return lacks and self._price(seat) is not None and self._sold_for_certain(seat)

    def _sold_for_certain(self, seat: int) -> bool:
        """Whether somebody who may sell holds a 3, as far as hands were seen."""
        hands, opposite = self.round.table.hands, OPPOSITE[seat]
        others = (other for other in range(6) if partners(other, opposite) and other != opposite)
        return hands[opposite][THREE] >= 2 or any(hands[other][THREE] for other in others)

    def _price(self, seat: int) -> int | None:
        """A 2, without one a small joker, then a big one."""
        hand = self.round.table.hands[seat]
        return next((rank for rank in (TWO, SMALL, BIG) if hand[rank]), None)

    def _sellers(self, seat: int) -> list[int]:
        """The opposite; where he holds fewer than two 3s his partners who hold any."""
        table, opposite = self.round.table, OPPOSITE[seat]
        if table.hands[opposite][THREE] >= 2:
            return [opposite]
        side = [other for other in range(6) if partners(other, opposite) and (other != opposite or table.unseen[opposite])]
        return [other for other in side if table.hands[other][THREE] or table.unseen[other]]

    def buy(self, act: Act) -> None:
        """A 3 is bought."""
        round_, table, seat, paid = self.round, self.round.table, act.seat, _set(act)
        if not table.holds(seat, paid.cards):
            round_.halt(NOT_IN_HAND, seat, tiles=paid.text)
            return
        price, sellers = self._price(seat), self._sellers(seat)
        hidden = table.unseen[seat] > 0
        if self.stage != BUYING or table.hands[seat][THREE] or not table.plays(seat):
            reason = "unneeded" if self.stage == BUYING else "late"
            round_.find(BAD_BUY, seat, reason=reason)
        elif not hidden and (price is None or paid.cards != ((price, 1),)):
            expected = None if price is None else RANKS[price]
            round_.find(BAD_BUY, seat, reason="price", expected=expected, actual=paid.text)
        elif act.other not in sellers:
            expected = "".join(SEATS[seller] for seller in sellers) or None
            round_.find(BAD_BUY, seat, reason="seller", expected=expected, actual=SEATS[act.other])
        if not table.holds(act.other, ((THREE, 1),)):
            round_.halt(NOT_IN_HAND, act.other, tiles=RANKS[THREE])
            return
        self._hand_over(seat, act.other, paid.cards)
        self._hand_over(act.other, seat, ((THREE, 1),))

    def _hand_over(self, giver: int, taker: int, cards: Pairs) -> None:
        self.round.take(giver, cards)
        self.round.table.give(taker, cards)

    # -- 進貢 --------------------------------------------------------------------------------------------------

    def own(self, seat: int) -> list[int]:
        """The jokers and 2s in a hand that did not come as tribute, high to low (吃了不吐)."""
        hand, received = self.round.table.hands[seat], self.received[seat]
        return [rank for rank in (BIG, SMALL, TWO) for _ in range(hand[rank] - received[rank])]

    def _unpaid(self, stage: int) -> None:
        rest = []
        for debt in self.open:
            waived = debt.reason == PLACES and partners(debt.payer, debt.payee)
            late = ORDER[debt.reason] < stage
            if late and not waived and self.own(debt.payer):
                self.round.find(MISSING, debt.payer, player=SEATS[debt.payee], expected=debt.number, actual=0)
            if not late:
                rest.append(debt)
        self.open = rest

    def pay(self, act: Act) -> None:
        """Tribute is paid."""
        round_, seat, paid = self.round, act.seat, _set(act)
        if round_.started:
            round_.find(EXCESS if self.debts else NOT_OWED, seat, expected=0, actual=paid.size)
            return
        self.advance(BUYING + 1)
        if not round_.table.holds(seat, paid.cards):
            round_.halt(NOT_IN_HAND, seat, tiles=paid.text)
            return
        debt = self._matching(seat, act.other)
        if debt is not None:
            self.advance(ORDER[debt.reason])
            self.open.remove(debt)
            if debt.reason == PLACES:
                self.returns.append(debt._replace(number=paid.size))
        self._check_paid(debt, seat, paid)
        self._hand_over(seat, act.other, paid.cards)
        for rank, number in paid.cards:
            self.received[act.other][rank] += number

    def _matching(self, seat: int, other: int) -> Debt | None:
        return next((debt for debt in self.open if (debt.payer, debt.payee) == (seat, other)), None)

    def _check_paid(self, debt: Debt | None, seat: int, paid: CardSet) -> None:
        """As many cards as are owed or held, the highest ones, none of them received (GJ-7.8)."""
        round_ = self.round
        if debt is None and self.debts is not None:
            raises = EXCESS if self.debts else NOT_OWED
            round_.find(raises, seat, reason="none", expected=0, actual=paid.size, tiles=paid.text)
            return
        if debt is not None and paid.size > debt.number:
            round_.find(EXCESS, seat, expected=debt.number, actual=paid.size, tiles=paid.text)
            return
        if round_.table.unseen[seat]:
            return
        own = self.own(seat)
        highest = own[: paid.size]
        given = [rank for rank, number in reversed(paid.cards) for _ in range(number)]
        if given != highest:
            expected = names((rank, 1) for rank in reversed(highest)) or None
            round_.find(NOT_HIGHEST, seat, expected=expected, actual=paid.text, tiles=paid.text)
        elif debt is not None and paid.size < min(debt.number, len(own)):
            due = min(debt.number, len(own))
            round_.find(SHORT, seat, player=SEATS[debt.payee], expected=due, actual=paid.size)

    # -- 還貢 --------------------------------------------------------------------------------------------------

    def _unreturned(self) -> None:
        for debt in self.returns:
            facts: dict[str, JSON] = {"player": SEATS[debt.payer], "expected": debt.number, "actual": 0}
            self.round.find(BAD_RETURN, debt.payee, reason="missing", **facts)
        self.returns = []

    def give_back(self, act: Act) -> None:
        """落貢 is returned with as many cards of ranks that the other holds (GJ-7.9)."""
        round_, table, seat, back = self.round, self.round.table, act.seat, _set(act)
        if not round_.started:
            self.advance(RETURNING)
        if not table.holds(seat, back.cards):
            round_.halt(NOT_IN_HAND, seat, tiles=back.text)
            return
        debt = next((one for one in self.returns if (one.payee, one.payer) == (seat, act.other)), None)
        strange = [rank for rank, _ in back.cards if not table.hands[act.other][rank]]
        player = SEATS[act.other]
        if round_.started or debt is None and self.debts is not None:
            round_.find(BAD_RETURN, seat, reason="none", player=player, actual=back.text)
        elif debt is not None and back.size != debt.number:
            round_.find(BAD_RETURN, seat, reason="count", player=player, expected=debt.number, actual=back.size)
        elif strange and not table.unseen[act.other]:
            tiles = "".join(RANKS[rank] for rank in strange)
            round_.find(BAD_RETURN, seat, player=player, tiles=tiles, actual=back.text)
        if debt is not None:
            self.returns.remove(debt)
        if not round_.started:
            self._hand_over(seat, act.other, back.cards)


def _set(act: Act) -> CardSet:
    assert act.set is not None
    return act.set
