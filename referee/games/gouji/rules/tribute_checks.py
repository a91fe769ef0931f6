"""Checks of what precedes the first play: 買3, tribute and its return, and what of them is missing (GJ-7.7 to GJ-8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.core.verdict import JSON
from referee.games.gouji.cards import BIG, FOUR, RANKS, SMALL, THREE, TWO, names
from referee.games.gouji.families import NEIGHBOURS, OPPOSITE_FIRST, PARTNERS, USUAL_ORDER
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.rules.checks import Violation
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.rules.tribute_debts import BUYING, ORDER, PLACES, Debt
from referee.games.gouji.table.seats import OPPOSITE, SEATS, partners
from referee.games.gouji.table.sets import CardSet

NOT_OWED: Final = GJ["GJ-7.1"].raises("tribute-excess")
MISSING: Final = GJ["GJ-7.7"].raises("tribute-missing")
SHORT: Final = GJ["GJ-7.8"].raises("tribute-missing")
EXCESS: Final = GJ["GJ-7.8"].raises("tribute-excess")
NOT_HIGHEST: Final = GJ["GJ-7.8"].raises("tribute-not-highest")
BAD_RETURN: Final = GJ["GJ-7.9"].raises("bad-return")
BUY_MISSING: Final = GJ["GJ-8.2"].raises("buy-missing")
BAD_BUY: Final = GJ["GJ-8.2"].raises("bad-buy")
OTHER_BUY: Final = GJ["GJ-11.5"].raises("bad-buy")

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
    """Whether a seat that may sell or give certainly holds a 3 for it, by the hands that were seen."""
    hands = round_.table.hands
    gives = any(hands[giver][THREE] >= KEEPS_ONE for giver in _givers(round_, seat))
    return gives or any(hands[other][THREE] >= least for group, least in _asked(round_, seat) for other in group)


def bought(round_: GoujiState, seat: int) -> int:
    """The rank that a seat may buy: 3 if it holds none; else, where that is agreed, 4 if it holds none; -1 if neither."""
    hand = round_.table.hands[seat]
    if not hand[THREE]:
        return THREE
    return FOUR if round_.rules.buy4 and not hand[FOUR] else -1


def prices(round_: GoujiState, seat: int) -> list[int]:
    """The cards one of which a seat pays: a 2, without one a joker of either kind (GJ-8.2); or its highest card (GJ-11.5)."""
    hand = round_.table.hands[seat]
    if round_.rules.buy_price == "best":
        return [rank for rank in (BIG, SMALL, TWO) if hand[rank]][:1]
    return [TWO] if hand[TWO] else [rank for rank in (SMALL, BIG) if hand[rank]]


def _givers(round_: GoujiState, seat: int) -> list[int]:
    """The partners that may give a 3 for nothing, where that comes before buying: they keep one themselves."""
    table = round_.table
    if round_.rules.buy_from != "partner_first":
        return []
    mates = [other for other in range(6) if partners(other, seat) and other != seat]
    return [other for other in mates if table.hands[other][THREE] >= KEEPS_ONE or table.unseen[other]]


def _asked(round_: GoujiState, seat: int) -> list[tuple[list[int], int]]:
    """The seats that a buyer asks one after the other, each with how many cards it must hold to sell one: whoever is not asked
    last keeps one (GJ-8.2, GJ-11.5)."""
    order, opposite = round_.rules.buy_order, OPPOSITE[seat]
    groups = {
        OPPOSITE_FIRST: [opposite],
        PARTNERS: [other for other in range(6) if partners(other, seat) and other != seat],
        NEIGHBOURS: [other for other in range(6) if partners(other, opposite) and other != opposite],
    }
    return [(groups[word], 1 if word == order[-1] else KEEPS_ONE) for word in order]


def _sellers(round_: GoujiState, seat: int, rank: int) -> list[int]:
    """The seats that may sell a card of this rank: the first of those asked in turn that have one to sell, and unseen hands
    before them."""
    table, found = round_.table, list[int]()
    for group, least in _asked(round_, seat):
        found += [other for other in group if table.hands[other][rank] >= least or table.unseen[other]]
        if any(table.hands[other][rank] >= least for other in group):
            break
    return sorted(found)


def gives(rules: TableRules) -> bool:
    """Whether a partner may give a card for nothing (GJ-8.2, GJ-11.5)."""
    return rules.buy_from == "partner_first" or PARTNERS in rules.buy_order


def buying(round_: GoujiState, seat: int, seller: int, paid: CardSet) -> Violation | None:
    """The violation by buying a 3, or a 4, with these cards from this seller (GJ-8.2, GJ-11.5)."""
    table, rank, rules = round_.table, bought(round_, seat), round_.rules
    if not rules.bie3:
        return Violation(BAD_BUY, False, {"reason": "bie3"})  # GJ-8.2
    if round_.desk.stage != BUYING or rank < 0 or not table.plays(seat):
        return Violation(BAD_BUY, False, {"reason": "unneeded" if round_.desk.stage == BUYING else "late"})  # GJ-8.2
    if not paid.size and not gives(rules):
        return Violation(BAD_BUY, False, {"reason": "given"})  # GJ-8.2
    givers = _givers(round_, seat) if rank == THREE else []
    sellers = givers if any(not table.unseen[giver] for giver in givers) else [*givers, *_sellers(round_, seat, rank)]
    if _asks(rules, seat, seller) or seller in givers:
        wrong = _price(round_, seat, seller, paid, free=seller in givers)
        if wrong is not None:
            return wrong
    if seller not in sellers:
        who = "".join(SEATS[one] for one in sorted(set(sellers))) or None
        raises = BAD_BUY if rules.buy_order == USUAL_ORDER else OTHER_BUY  # GJ-8.2, GJ-11.5
        return Violation(raises, False, {"reason": "seller", "expected": who, "actual": SEATS[seller]})
    return None


def _asks(rules: TableRules, seat: int, other: int) -> bool:
    """Whether a buyer may be sold something by another seat at all: by the other side, or by a partner where that is agreed."""
    return not partners(seat, other) or PARTNERS in rules.buy_order


def _price(round_: GoujiState, seat: int, seller: int, paid: CardSet, free: bool) -> Violation | None:
    """The violation by what is paid: nothing to a partner who gives (``free``), else the price; a partner who is asked in his
    turn may also give (GJ-8.2, GJ-11.5)."""
    price = [] if free else prices(round_, seat)
    given = not paid.size and (free or partners(seat, seller))
    if given or round_.table.unseen[seat] or not free and paid.cards in [((card, 1),) for card in price]:
        return None
    raises = OTHER_BUY if round_.rules.buy_price == "best" else BAD_BUY  # GJ-8.2, GJ-11.5
    expected = "".join(RANKS[card] for card in price) or None
    return Violation(raises, False, {"reason": "price", "expected": expected, "actual": paid.text})


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
