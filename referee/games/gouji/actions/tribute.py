"""Before the first play: 買3, then the tribute that the last round left, in its order, then the returns (GJ-7.7 to GJ-8.2)."""

from __future__ import annotations

from referee.games.gouji.actions.state import GoujiState
from referee.games.gouji.actions.tribute_desk import BUYING, DONE, RETURNING
from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.tribute_debts import ORDER, PLACES, Debt
from referee.games.gouji.table.cards import BIG, RANKS, SMALL, THREE, TWO, Pairs, names
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT, OPPOSITE, SEATS, partners
from referee.games.gouji.table.sets import CardSet
from referee.verdict import JSON

NOT_OWED = GJ["GJ-7.1"].raises("tribute-excess")
MISSING = GJ["GJ-7.7"].raises("tribute-missing")
SHORT = GJ["GJ-7.8"].raises("tribute-missing")
EXCESS = GJ["GJ-7.8"].raises("tribute-excess")
NOT_HIGHEST = GJ["GJ-7.8"].raises("tribute-not-highest")
NOT_IN_HAND = GJ["GJ-1.2"].raises("card-not-in-hand")
BAD_RETURN = GJ["GJ-7.9"].raises("bad-return")
BUY_MISSING = GJ["GJ-8.2"].raises("buy-missing")
BAD_BUY = GJ["GJ-8.2"].raises("bad-buy")


def advance(round_: GoujiState, stage: int) -> None:
    """A later stage begins: what was not done before it is missing."""
    if stage <= round_.desk.stage:
        return
    if round_.desk.stage == BUYING:
        _unbought(round_)
    if round_.desk.open:
        _unpaid(round_, stage)
    if stage == DONE:
        _unreturned(round_)
    round_.desk.stage = stage


def _unbought(round_: GoujiState) -> None:
    for seat in range(6):
        if _must_buy(round_, seat):
            round_.find(BUY_MISSING, seat)  # GJ-8.2


def _must_buy(round_: GoujiState, seat: int) -> bool:
    """Who was dealt no 3 and holds none, can pay for one, and finds somebody to sell it (GJ-8.2)."""
    table, dealt = round_.table, round_.deal.hands[seat]
    lacks = table.plays(seat) and not dealt[THREE] and not table.hands[seat][THREE] and not table.unseen[seat]
    return lacks and _price(round_, seat) is not None and _sold_for_certain(round_, seat)


def _sold_for_certain(round_: GoujiState, seat: int) -> bool:
    """Whether somebody who may sell holds a 3, as far as hands were seen."""
    hands, opposite = round_.table.hands, OPPOSITE[seat]
    others = (other for other in range(6) if partners(other, opposite) and other != opposite)
    return hands[opposite][THREE] >= 2 or any(hands[other][THREE] for other in others)


def _price(round_: GoujiState, seat: int) -> int | None:
    """A 2, without one a small joker, then a big one."""
    hand = round_.table.hands[seat]
    return next((rank for rank in (TWO, SMALL, BIG) if hand[rank]), None)


def _sellers(round_: GoujiState, seat: int) -> list[int]:
    """The opposite; where he holds fewer than two 3s his partners who hold any."""
    table, opposite = round_.table, OPPOSITE[seat]
    if table.hands[opposite][THREE] >= 2:
        return [opposite]
    side = [other for other in range(6) if partners(other, opposite) and (other != opposite or table.unseen[opposite])]
    return [other for other in side if table.hands[other][THREE] or table.unseen[other]]


def buy(round_: GoujiState, act: Act) -> None:
    """``C.mai>F:2``: a 3 is bought (GJ-8.2)."""
    round_.doubt &= ~BIT[act.other]  # GJ-8.2: who sells a 3 was dealt one, and so has not revolted (GJ-8.3)
    table, seat, paid = round_.table, act.seat, _set(act)
    if not table.holds(seat, paid.cards):
        round_.halt(NOT_IN_HAND, seat, tiles=paid.text)  # GJ-1.2
        return
    price, sellers = _price(round_, seat), _sellers(round_, seat)
    hidden = table.unseen[seat] > 0
    if round_.desk.stage != BUYING or table.hands[seat][THREE] or not table.plays(seat):
        reason = "unneeded" if round_.desk.stage == BUYING else "late"
        round_.find(BAD_BUY, seat, reason=reason)  # GJ-8.2
    elif not hidden and (price is None or paid.cards != ((price, 1),)):
        expected = None if price is None else RANKS[price]
        round_.find(BAD_BUY, seat, reason="price", expected=expected, actual=paid.text)  # GJ-8.2
    elif act.other not in sellers:
        expected = "".join(SEATS[seller] for seller in sellers) or None
        round_.find(BAD_BUY, seat, reason="seller", expected=expected, actual=SEATS[act.other])  # GJ-8.2
    if not table.holds(act.other, ((THREE, 1),)):
        round_.halt(NOT_IN_HAND, act.other, tiles=RANKS[THREE])  # GJ-1.2
        return
    _hand_over(round_, seat, act.other, paid.cards)
    _hand_over(round_, act.other, seat, ((THREE, 1),))


def _hand_over(round_: GoujiState, giver: int, taker: int, cards: Pairs) -> None:
    round_.take(giver, cards)
    round_.table.give(taker, cards)


def own_high_cards(round_: GoujiState, seat: int) -> list[int]:
    """The jokers and 2s in a hand that did not come as tribute, high to low (吃了不吐)."""
    hand, received = round_.table.hands[seat], round_.desk.received[seat]
    return [rank for rank in (BIG, SMALL, TWO) for _ in range(hand[rank] - received[rank])]


def _unpaid(round_: GoujiState, stage: int) -> None:
    rest = []
    for debt in round_.desk.open:
        waived = debt.reason == PLACES and partners(debt.payer, debt.payee)
        late = ORDER[debt.reason] < stage
        if late and not waived and own_high_cards(round_, debt.payer):
            round_.find(MISSING, debt.payer, player=SEATS[debt.payee], expected=debt.number, actual=0)  # GJ-7.7
        if not late:
            rest.append(debt)
    round_.desk.open = rest


def pay(round_: GoujiState, act: Act) -> None:
    """``E.gong>A:X2``: tribute is paid (GJ-7.7, GJ-7.8)."""
    seat, paid = act.seat, _set(act)
    if round_.started:
        round_.find(EXCESS if round_.desk.debts else NOT_OWED, seat, expected=0, actual=paid.size)  # GJ-7.1, GJ-7.8
        return
    advance(round_, BUYING + 1)
    if not round_.table.holds(seat, paid.cards):
        round_.halt(NOT_IN_HAND, seat, tiles=paid.text)  # GJ-1.2
        return
    debt = _matching(round_, seat, act.other)
    if debt is not None:
        advance(round_, ORDER[debt.reason])
        round_.desk.open.remove(debt)
        if debt.reason == PLACES:
            round_.desk.returns.append(debt._replace(number=paid.size))
    _check_paid(round_, debt, seat, paid)
    _hand_over(round_, seat, act.other, paid.cards)
    for rank, number in paid.cards:
        round_.desk.received[act.other][rank] += number


def _matching(round_: GoujiState, seat: int, other: int) -> Debt | None:
    return next((debt for debt in round_.desk.open if (debt.payer, debt.payee) == (seat, other)), None)


def _check_paid(round_: GoujiState, debt: Debt | None, seat: int, paid: CardSet) -> None:
    """As many cards as are owed or held, the highest ones, none of them received (GJ-7.8)."""
    if debt is None and round_.desk.debts is not None:
        raises = EXCESS if round_.desk.debts else NOT_OWED  # GJ-7.1, GJ-7.8
        round_.find(raises, seat, reason="none", expected=0, actual=paid.size, tiles=paid.text)
        return
    if debt is not None and paid.size > debt.number:
        round_.find(EXCESS, seat, expected=debt.number, actual=paid.size, tiles=paid.text)  # GJ-7.8
        return
    if round_.table.unseen[seat]:
        return
    own = own_high_cards(round_, seat)
    highest = own[: paid.size]
    given = [rank for rank, number in reversed(paid.cards) for _ in range(number)]
    if given != highest:
        expected = names((rank, 1) for rank in reversed(highest)) or None
        round_.find(NOT_HIGHEST, seat, expected=expected, actual=paid.text, tiles=paid.text)  # GJ-7.8
    elif debt is not None and paid.size < min(debt.number, len(own)):
        due = min(debt.number, len(own))
        round_.find(SHORT, seat, player=SEATS[debt.payee], expected=due, actual=paid.size)  # GJ-7.8


def _unreturned(round_: GoujiState) -> None:
    for debt in round_.desk.returns:
        facts: dict[str, JSON] = {"player": SEATS[debt.payer], "expected": debt.number, "actual": 0}
        round_.find(BAD_RETURN, debt.payee, reason="missing", **facts)  # GJ-7.9
    round_.desk.returns = []


def give_back(round_: GoujiState, act: Act) -> None:
    """``A.huan>E:44``: 落貢 is returned with as many cards of ranks that the other holds (GJ-7.9)."""
    table, seat, back = round_.table, act.seat, _set(act)
    if not round_.started:
        advance(round_, RETURNING)
    if not table.holds(seat, back.cards):
        round_.halt(NOT_IN_HAND, seat, tiles=back.text)  # GJ-1.2
        return
    debt = next((one for one in round_.desk.returns if (one.payee, one.payer) == (seat, act.other)), None)
    strange = [rank for rank, _ in back.cards if not table.hands[act.other][rank]]
    player = SEATS[act.other]
    if round_.started or debt is None and round_.desk.debts is not None:
        round_.find(BAD_RETURN, seat, reason="none", player=player, actual=back.text)  # GJ-7.9
    elif debt is not None and back.size != debt.number:
        round_.find(BAD_RETURN, seat, reason="count", player=player, expected=debt.number, actual=back.size)  # GJ-7.9
    elif strange and not table.unseen[act.other]:
        tiles = "".join(RANKS[rank] for rank in strange)
        round_.find(BAD_RETURN, seat, player=player, tiles=tiles, actual=back.text)  # GJ-7.9
    if debt is not None:
        round_.desk.returns.remove(debt)
    if not round_.started:
        _hand_over(round_, seat, act.other, back.cards)


def _set(act: Act) -> CardSet:
    assert act.set is not None
    return act.set
