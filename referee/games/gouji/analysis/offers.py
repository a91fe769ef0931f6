"""Candidates for the next move at a table of 夠級. They are only guesses; whether one is legal is decided by replaying it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.game.round_form import PARTS, MoveTemplate, RoundForm, payments, rulings
from referee.games.gouji.analysis.review import answers
from referee.games.gouji.cards import COLOURS, RANKS, THREE, TWO, Pack, names, suited
from referee.games.gouji.families import PARTNERS
from referee.games.gouji.rules import checks
from referee.games.gouji.rules.deal import POINTS
from referee.games.gouji.rules.declaration_checks import REPORTED, sweepable
from referee.games.gouji.rules.round_state import OPEN, GoujiState
from referee.games.gouji.rules.tribute_checks import bought, gives, own_high_cards, prices
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED, OPEN_DECLARED
from referee.games.gouji.table.moves import VERBS, YIELD
from referee.games.gouji.table.seats import SEATS, partners

YIELDS = next(verb for verb, kind in VERBS.items() if kind == YIELD)


def round_form(pack: Pack) -> RoundForm:
    """The form of a round: the packs dealt out to everybody; a card may be drawn for the first taker (GJ-1.2, GJ-1.3)."""
    cards = {rank: copies for rank, copies in zip(RANKS, pack.copies, strict=True) if copies}
    return RoundForm("Leader", cards, pack.hand, draws="".join(POINTS), places=True)


# -- tokens --------------------------------------------------------------------------------------------------------------


def candidates(round_: GoujiState) -> Iterator[str]:
    """Tokens of moves that may come next: by the seats that may speak or burn, and before the first play what precedes it."""
    if round_.progress != OPEN:
        return
    if not round_.started:
        yield from _before(round_)
    trick, left = round_.table.trick, round_.table.left
    for seat, letter in enumerate(SEATS):
        if trick.top is not None and checks.may_reply(trick, seat):
            yield from (f"{letter}:{new.text}" for new in answers(round_, seat, trick.top))
            yield from (f"{letter}.guo", f"{letter}.{YIELDS}")
        elif checks.leads(trick, seat):
            held = round_.table.hands[seat]
            yield from (f"{letter}:{RANKS[rank] * number}" for rank in range(len(RANKS)) for number in range(1, held[rank] + 1))
        if _may_burn(round_, seat):
            assert trick.top is not None
            yield from (f"{letter}.shao:{new.text}" for new in answers(round_, seat, trick.top))
            yield f"{letter}?shao"
        if round_.table.plays(seat) and not round_.rules.bie3 and left[seat] <= REPORTED:
            yield f"{letter}.bao:{left[seat]}"


def routine(round_: GoujiState) -> str:
    """The pass of the seat that has to speak (GJ-4.2); empty where nobody has to."""
    trick = round_.table.trick
    if round_.progress != OPEN or trick.top is None or not trick.due:
        return ""
    return f"{SEATS[trick.speaker]}.guo"


def _may_burn(round_: GoujiState, seat: int) -> bool:
    return round_.started and round_.burning(seat) is None


def _before(round_: GoujiState) -> Iterator[str]:
    """Tokens of moves before the first play: buying, tribute and its return, revolutions, declarations, taking 3s out (GJ-2,
    GJ-7, GJ-8)."""
    bie3 = round_.rules.bie3
    for seat in range(len(SEATS)):
        if bie3 and bought(round_, seat) >= 0 and round_.table.plays(seat):
            yield from _bought(round_, seat)
    yield from (
        f"{SEATS[debt.payer]}.gong>{SEATS[debt.payee]}:{cards}"
        for debt in round_.desk.open
        for cards in _highest(round_, debt.payer, debt.number)
    )
    for seat, letter in enumerate(SEATS):
        if seat not in round_.table.revolted or bie3:
            yield f"{letter}.geming"
        if seat not in round_.declared and round_.rules.points_mode != "off":
            yield from (f"{letter}.{verb}" for verb in (OPEN_DECLARED, BEFORE_DECLARED))
    if not bie3:
        leader = SEATS[round_.table.trick.leader]
        ranks = [RANKS[rank] for rank in sorted(sweepable(round_.rules))]
        yield from (f"{leader}.hui:{one}" for one in dict.fromkeys([*ranks, "".join(ranks)]) if one)


def _bought(round_: GoujiState, seat: int) -> Iterator[str]:
    """Tokens for buying a 3, or a 4, from each seat that may hold and sell one, and for being given one (GJ-8.2,
    GJ-11.5)."""
    wanted = RANKS[bought(round_, seat)]
    offered = prices(round_, seat) or ([TWO] if round_.table.unseen[seat] else [])
    for other, letter in enumerate(SEATS):
        if other != seat and _visible_cards(round_, other).get(wanted):
            mates = partners(other, seat)
            if not mates or PARTNERS in round_.rules.buy_order:
                yield from (f"{SEATS[seat]}.mai>{letter}:{RANKS[price]}" for price in offered)
            if mates and gives(round_.rules):
                yield f"{SEATS[seat]}.mai>{letter}"


def _highest(round_: GoujiState, seat: int, number: int) -> Iterator[str]:
    """The highest cards that a seat may give (GJ-7.8)."""
    highest = own_high_cards(round_, seat)[:number]
    if highest:
        yield names((rank, 1) for rank in reversed(highest))


# -- templates -----------------------------------------------------------------------------------------------------------


def templates(round_: GoujiState) -> Iterator[MoveTemplate]:
    """Templates of moves with cards to be chosen: sets, burns, tribute and its return, 3s that are shown, a rest laid out."""
    if round_.progress == OPEN:
        if not round_.started:
            yield from _tribute_templates(round_)
        yield from _plays(round_)
    yield from payments(SEATS)
    yield from rulings(SEATS)


def _plays(round_: GoujiState) -> Iterator[MoveTemplate]:
    """Templates of sets and burns by every seat, in turn or not."""
    table, trick = round_.table, round_.table.trick
    for seat, letter in enumerate(SEATS):
        if not table.plays(seat):
            continue
        hand, left, size = _visible_cards(round_, seat), table.left[seat], 0 if trick.top is None else trick.top.size
        leads, replies = checks.leads(trick, seat), trick.top is not None and checks.may_reply(trick, seat)
        if replies and not leads:
            yield MoveTemplate(f"{letter}:", hand, size, size)
        yield MoveTemplate(f"{letter}:", hand, 1, left, usual=leads)
        if _may_burn(round_, seat):
            yield MoveTemplate(f"{letter}.shao:", hand, size, size)
        if not round_.rules.bie3:
            yield from _report_templates(letter, hand, left, leads or replies)


def _report_templates(letter: str, hand: dict[str, int], left: int, acts: bool) -> Iterator[MoveTemplate]:
    """Templates of reporting a number of cards, true or not (GJ-2.5), and of laying out the whole rest, in sets (GJ-2.6)."""
    if left <= REPORTED:
        yield MoveTemplate(f"{letter}.bao:", {str(number): 1 for number in range(1, REPORTED + 1)}, usual=False)
    if acts:
        yield MoveTemplate(f"{letter}.tiao:", {**hand, PARTS: left - 1}, left, left, usual=False)


def _tribute_templates(round_: GoujiState) -> Iterator[MoveTemplate]:
    """Templates of cards given or shown before the first play."""
    table = round_.table
    for debt in round_.desk.open:
        head = f"{SEATS[debt.payer]}.gong>{SEATS[debt.payee]}:"
        yield MoveTemplate(head, _visible_cards(round_, debt.payer), 1, debt.number, table.unseen[debt.payer] > 0)
    for debt in round_.desk.returns:
        head, taker = f"{SEATS[debt.payee]}.huan>{SEATS[debt.payer]}:", _visible_cards(round_, debt.payer)
        fit = {rank: number for rank, number in _visible_cards(round_, debt.payee).items() if rank in taker}
        yield MoveTemplate(head, fit, debt.number, debt.number)
        yield MoveTemplate(head, _visible_cards(round_, debt.payee), 1, debt.number, usual=False)
    if round_.deal.anew and not round_.rules.bie3:
        least = 2 if round_.shown is None else round_.shown[1] + 1
        for seat, letter in enumerate(SEATS):
            threes = _suited_threes(round_, seat)
            if table.plays(seat) and sum(threes.values()) >= least:
                yield MoveTemplate(f"{letter}.liang:", threes, least, sum(threes.values()))


def _suited_threes(round_: GoujiState, seat: int) -> dict[str, int]:
    """The 3s that a seat may show, each suit with the greatest number of them that the hand may have."""
    three = RANKS[THREE]
    held = _visible_cards(round_, seat).get(three, 0)
    written = [suit for rank, suit in suited(round_.record.hands.get(SEATS[seat], "")) if rank == three]
    if any(written):
        return {three + suit: written.count(suit) for suit in COLOURS if suit in written}
    return {three + suit: min(held, round_.rules.pack.packs) for suit in COLOURS} if held else {}


def _visible_cards(round_: GoujiState, seat: int) -> dict[str, int]:
    """The cards that a hand may hold, each rank with its number: seen cards, and unseen ones as far as there may be."""
    hand, unseen = round_.table.hands[seat], round_.table.unseen[seat]
    held = {
        rank: number + min(unseen, round_.unseen_of(index)) if unseen else number
        for index, (rank, number) in enumerate(zip(RANKS, hand, strict=True))
    }
    return {rank: number for rank, number in held.items() if number}
