"""Checks of what precedes the first play: 買3, tribute and its return, and what of them is missing (GJ-7.7 to GJ-8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.checks import Violation
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.rules.tribute_debts import ORDER, PLACES, Debt
from referee.games.gouji.rules.tribute_desk import BUYING
from referee.games.gouji.table.cards import BIG, FOUR, RANKS, SMALL, THREE, TWO, names
from referee.games.gouji.table.seats import OPPOSITE, SEATS, partners
from referee.games.gouji.table.sets import CardSet
from referee.rulebook import CORE
from referee.verdict import JSON

NOT_OWED: Final = GJ["GJ-7.1"].raises("tribute-excess")
MISSING: Final = GJ["GJ-7.7"].raises("tribute-missing")
SHORT: Final = GJ["GJ-7.8"].raises("tribute-missing")
EXCESS: Final = GJ["GJ-7.8"].raises("tribute-excess")
NOT_HIGHEST: Final = GJ["GJ-7.8"].raises("tribute-not-highest")
BAD_RETURN: Final = GJ["GJ-7.9"].raises("bad-return")
BUY_MISSING: Final = GJ["GJ-8.2"].raises("buy-missing")
BAD_BUY: Final = GJ["GJ-8.2"].raises("bad-buy")
NOT_IN_GAME: Final = CORE["PPN-6"].raises("not-in-game")

KEEPS_ONE: Final = 2
"""Who holds so many of a rank sells one, or gives it to a partner, and keeps one."""

Missing = Iterator[tuple[int, Violation]]
"""What was not done in time, each with the seat whose it was to do."""

# -- buying ------------------------------------------------------------------------------------------------------------


def unbought(round_: GoujiState) -> Missing:
    """The violations by seats that should have bought a 3: they hold none, can pay, and somebody can sell one (GJ-8.2)."""
    table = round_.table
    for seat, dealt in enumerate(round_.deal.hands):
        dealt_so = not dealt[THREE] and any(dealt[TWO:])  # who was dealt nothing to pay with may revolt instead (GJ-8.3)
        lacks = dealt_so and table.plays(seat) and not table.hands[seat][THREE] and not table.unseen[seat]
        if lacks and prices(round_, seat) and _sold_for_certain(round_, seat):
            yield seat, Violation(BUY_MISSING)  # GJ-8.2


def _sold_for_certain(round_: GoujiState, seat: int) -> bool:
    """Whether a seat that may sell certainly holds a 3, by the hands that were seen."""
    hands, opposite = round_.table.hands, OPPOSITE[seat]
    others = (other for other in range(6) if partners(other, opposite) and other != opposite)
    gives = any(hands[giver][THREE] >= KEEPS_ONE for giver in _givers(round_, seat))
    return gives or hands[opposite][THREE] >= KEEPS_ONE or any(hands[other][THREE] for other in others)


def bought(round_: GoujiState, seat: int) -> int:
    """The rank that a seat may buy: 3 if it holds none; else, where that is agreed, 4 if it holds none; -1 if neither."""
    hand = round_.table.hands[seat]
    if not hand[THREE]:
        return THREE
    return FOUR if round_.rules.buy4 and not hand[FOUR] else -1


def prices(round_: GoujiState, seat: int) -> list[int]:
    """The cards one of which a seat pays: a 2; without one a joker of either kind."""
    hand = round_.table.hands[seat]
    return [TWO] if hand[TWO] else [rank for rank in (SMALL, BIG) if hand[rank]]


def _givers(round_: GoujiState, seat: int) -> list[int]:
    """The partners that may give a 3 for nothing, where that comes before buying: they keep one themselves."""
    table = round_.table
    if round_.rules.buy_from != "partner_first":
        return []
    mates = [other for other in range(6) if partners(other, seat) and other != seat]
    return [other for other in mates if table.hands[other][THREE] >= KEEPS_ONE or table.unseen[other]]


def _sellers(round_: GoujiState, seat: int, rank: int) -> list[int]:
    """The seats that may sell a card of this rank: the opposite; if it holds fewer than two, its partners that hold any."""
    table, opposite = round_.table, OPPOSITE[seat]
    if table.hands[opposite][rank] >= KEEPS_ONE:
        return [opposite]
    side = [other for other in range(6) if partners(other, opposite) and (other != opposite or table.unseen[opposite])]
    return [other for other in side if table.hands[other][rank] or table.unseen[other]]


def giving(round_: GoujiState, paid: CardSet) -> Violation | None:
    """The violation by a 3 that is given for nothing where no partner gives one, as by other options (GJ-8.2)."""
    return Violation(NOT_IN_GAME) if not paid.size and round_.rules.buy_from == "opposite" else None  # PPN-6


def buying(round_: GoujiState, seat: int, seller: int, paid: CardSet) -> Violation | None:
    """The violation by buying a 3, or a 4, with these cards from this seller (GJ-8.2)."""
    table, rank = round_.table, bought(round_, seat)
    if round_.desk.stage != BUYING or rank < 0 or not table.plays(seat):
        return Violation(BAD_BUY, False, {"reason": "unneeded" if round_.desk.stage == BUYING else "late"})  # GJ-8.2
    givers = _givers(round_, seat) if rank == THREE else []
    certain = any(not table.unseen[giver] for giver in givers)
    price = [] if seller in givers else prices(round_, seat)
    fits = not paid.size if seller in givers else paid.cards in [((card, 1),) for card in price]
    if not fits and not table.unseen[seat] and (seller in givers or not partners(seat, seller)):
        expected = "".join(RANKS[card] for card in price) or None
        return Violation(BAD_BUY, False, {"reason": "price", "expected": expected, "actual": paid.text})  # GJ-8.2
    sellers = givers if certain else [*givers, *_sellers(round_, seat, rank)]
    if seller not in sellers:
        who = "".join(SEATS[one] for one in sorted(sellers)) or None
        return Violation(BAD_BUY, False, {"reason": "seller", "expected": who, "actual": SEATS[seller]})  # GJ-8.2
    return None


# -- tribute -----------------------------------------------------------------------------------------------------------


def own_high_cards(round_: GoujiState, seat: int) -> list[int]:
    """The jokers and 2s in a hand that did not come as tribute, high to low (吃了不吐)."""
    hand, received = round_.table.hands[seat], round_.desk.received[seat]
    return [rank for rank in (BIG, SMALL, TWO) for _ in range(hand[rank] - received[rank])]


def unpaid(round_: GoujiState, stage: int) -> Missing:
    """The violations by tribute that should have been paid before this stage by seats that can pay (GJ-7.7)."""
    for debt in round_.desk.open:
        waived = debt.reason == PLACES and partners(debt.payer, debt.payee)
        if ORDER[debt.reason] < stage and not waived and own_high_cards(round_, debt.payer):
            facts: dict[str, JSON] = {"player": SEATS[debt.payee], "expected": debt.number, "actual": 0}
            yield debt.payer, Violation(MISSING, False, facts)  # GJ-7.7


def paying_late(round_: GoujiState, paid: CardSet) -> Violation | None:
    """The violation by paying tribute after the play has begun (GJ-7.1, GJ-7.8)."""
    if not round_.started:
        return None
    return Violation(EXCESS if round_.desk.debts else NOT_OWED, False, {"expected": 0, "actual": paid.size})  # GJ-7.1, GJ-7.8


def paying(round_: GoujiState, debt: Debt | None, seat: int, paid: CardSet) -> Violation | None:
    """The violation by tribute that is not the highest own cards, as many as are owed or held (GJ-7.8)."""
    if debt is None and round_.desk.debts is not None:
        raises = EXCESS if round_.desk.debts else NOT_OWED  # GJ-7.1, GJ-7.8
        return Violation(raises, False, {"reason": "none", "expected": 0, "actual": paid.size, "tiles": paid.text})
    if debt is not None and paid.size > debt.number:
        return Violation(EXCESS, False, {"expected": debt.number, "actual": paid.size, "tiles": paid.text})  # GJ-7.8
    if round_.table.unseen[seat]:
        return None
    own = own_high_cards(round_, seat)
    highest = own[: paid.size]
    given = [rank for rank, number in reversed(paid.cards) for _ in range(number)]
    if given != highest:
        expected = names((rank, 1) for rank in reversed(highest)) or None
        return Violation(NOT_HIGHEST, False, {"expected": expected, "actual": paid.text, "tiles": paid.text})  # GJ-7.8
    due = paid.size if debt is None else min(debt.number, len(own))
    if debt is not None and paid.size < due:
        return Violation(SHORT, False, {"player": SEATS[debt.payee], "expected": due, "actual": paid.size})  # GJ-7.8
    return None


# -- returns -----------------------------------------------------------------------------------------------------------


def unreturned(round_: GoujiState) -> Missing:
    """The violations by 落貢 that was paid and not returned (GJ-7.9)."""
    for debt in round_.desk.returns:
        facts: dict[str, JSON] = {"reason": "missing", "player": SEATS[debt.payer], "expected": debt.number, "actual": 0}
        yield debt.payee, Violation(BAD_RETURN, False, facts)  # GJ-7.9


def returning(round_: GoujiState, debt: Debt | None, other: int, back: CardSet) -> Violation | None:
    """The violation by returning 落貢 with another number of cards, or ranks that the other does not hold (GJ-7.9)."""
    table, player = round_.table, SEATS[other]
    if round_.started or debt is None and round_.desk.debts is not None:
        return Violation(BAD_RETURN, False, {"reason": "none", "player": player, "actual": back.text})  # GJ-7.9
    if debt is not None and back.size != debt.number:
        facts: dict[str, JSON] = {"reason": "count", "player": player, "expected": debt.number, "actual": back.size}
        return Violation(BAD_RETURN, False, facts)  # GJ-7.9
    strange = "".join(RANKS[rank] for rank, _ in back.cards if not table.hands[other][rank])
    if strange and not table.unseen[other]:
        return Violation(BAD_RETURN, False, {"player": player, "tiles": strange, "actual": back.text})  # GJ-7.9
    return None
