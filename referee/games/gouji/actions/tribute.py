"""Carries out what precedes the first play: 買3, the tribute owed from the last round in its order, the returns (GJ-7.7 to
GJ-8.2)."""

from __future__ import annotations

from referee.games.gouji.cards import RANKS, THREE, Pairs
from referee.games.gouji.rules import tribute_checks as checks
from referee.games.gouji.rules.checks import held
from referee.games.gouji.rules.round_state import BLIND, GoujiState
from referee.games.gouji.rules.tribute_debts import BUYING, DONE, ORDER, PLACES, RETURNING
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT
from referee.games.gouji.table.sets import CardSet


def advance(round_: GoujiState, stage: int) -> None:
    """Begin a later stage; what was due before it and not done is noted as missing."""
    desk = round_.desk
    if stage <= desk.stage:
        return
    if desk.stage == BUYING:
        _missing(round_, checks.unbought(round_))
    if desk.open:
        _missing(round_, checks.unpaid(round_, stage))
        desk.open = [debt for debt in desk.open if ORDER[debt.reason] >= stage]
    if stage == DONE:
        _missing(round_, checks.unreturned(round_))
        desk.returns = []
    desk.stage = stage


def _missing(round_: GoujiState, found: checks.Missing) -> None:
    for seat, violation in found:
        round_.noted(violation, seat)


def buy(round_: GoujiState, act: Act) -> None:
    """Carry out ``C.mai>F:2``: a seat buys a 3, or ``C.mai>A``: a partner gives one (GJ-8.2)."""
    table, seat, seller, paid = round_.table, act.seat, act.other, _set(act)
    if round_.rules.buy4 and table.unseen[seat] and not round_.told and not table.hands[seat][THREE]:
        round_.progress = BLIND  # a 3 or a 4: the hand is not known
        return
    rank = max(checks.bought(round_, seat), THREE)
    if rank == THREE:
        round_.doubt &= ~BIT[seller]  # GJ-8.2: who sells a 3 was dealt one, and so has not revolted (GJ-8.3)
    if round_.noted(held(table, seat, paid.cards, paid.text), seat):
        return
    round_.noted(checks.buying(round_, seat, seller, paid), seat)
    if round_.noted(held(table, seller, ((rank, 1),), RANKS[rank]), seller):
        return
    _hand_over(round_, seat, seller, paid.cards)
    _hand_over(round_, seller, seat, ((rank, 1),))


def _hand_over(round_: GoujiState, giver: int, taker: int, cards: Pairs) -> None:
    round_.take(giver, cards)
    round_.table.give(taker, cards)


def pay(round_: GoujiState, act: Act) -> None:
    """Carry out ``E.gong>A:X2``: a seat pays tribute (GJ-7.7, GJ-7.8)."""
    seat, desk, paid = act.seat, round_.desk, _set(act)
    if round_.noted(checks.paying_late(round_, paid), seat):
        return
    advance(round_, BUYING + 1)
    if round_.noted(held(round_.table, seat, paid.cards, paid.text), seat):
        return
    debt = next((one for one in desk.open if (one.payer, one.payee) == (seat, act.other)), None)
    if debt is not None:
        advance(round_, ORDER[debt.reason])
        desk.open.remove(debt)
        if debt.reason == PLACES:
            desk.returns.append(debt._replace(number=paid.size))
    round_.noted(checks.paying(round_, debt, seat, paid), seat)
    desk.paid = True
    _hand_over(round_, seat, act.other, paid.cards)
    for rank, number in paid.cards:
        desk.received[act.other][rank] += number


def give_back(round_: GoujiState, act: Act) -> None:
    """Carry out ``A.huan>E:44``: 落貢 is returned with as many cards, of ranks that the other holds (GJ-7.9)."""
    seat, desk, back = act.seat, round_.desk, _set(act)
    if not round_.started:
        advance(round_, RETURNING)
    if round_.noted(held(round_.table, seat, back.cards, back.text), seat):
        return
    debt = next((one for one in desk.returns if (one.payee, one.payer) == (seat, act.other)), None)
    round_.noted(checks.returning(round_, debt, act.other, back), seat)
    if debt is not None:
        desk.returns.remove(debt)
    if not round_.started:
        _hand_over(round_, seat, act.other, back.cards)


def _set(act: Act) -> CardSet:
    assert act.set is not None
    return act.set
