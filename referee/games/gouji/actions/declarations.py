"""What is said and done outside the trick: showing 3s, revolution, 會3, 報牌, 挑牌, declarations (GJ-2, GJ-7.4)."""

from __future__ import annotations

from referee.games.gouji.actions.state import ENDED, GoujiState
from referee.games.gouji.actions.tribute import advance
from referee.games.gouji.actions.tribute_desk import BUYING, DONE
from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.checks import NOT_IN_HAND
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED
from referee.games.gouji.table.cards import COLOURS, FOUR, RANKS, THREE, TWO, counts, suited
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT, SEATS
from referee.games.gouji.table.sets import MIXED, card_set
from referee.games.gouji.table.table import REVOLTED
from referee.notation import grammar_of
from referee.rulebook import CORE

SHOW_TOO_SMALL = GJ["GJ-2.2"].raises("show-too-small")
NO_SHOW_NOW = GJ["GJ-2.2"].raises("not-your-turn")
NOT_ELIGIBLE = GJ["GJ-2.3"].raises("revolution-not-eligible")
NOT_THE_LEADERS = GJ["GJ-2.4"].raises("not-your-turn")
FALSE_REPORT = GJ["GJ-2.5"].raises("false-report")
NOT_THE_WHOLE_HAND = GJ["GJ-2.6"].raises("card-not-in-hand")
MIXED_RANKS = GJ["GJ-3.1"].raises("mixed-ranks")
TOO_LATE_TO_DECLARE = GJ["GJ-7.4"].raises("not-your-turn")
NOT_IN_BIE3 = GJ["GJ-8.1"].raises("not-in-bie3")
NOT_ELIGIBLE_IN_BIE3 = GJ["GJ-8.3"].raises("revolution-not-eligible")
UNKNOWN_VERB = CORE["PPN-5"].raises("unknown-verb")
NOT_IN_GAME = CORE["PPN-6"].raises("not-in-game")

REPORTED = 10
"""With how many cards, or fewer, their number is owed (GJ-2.5)."""
LONGEST_NUMBER = 9
"""The digits of a number that are read: Python refuses to read thousands of them."""


def revolt_by_deal(round_: GoujiState) -> None:
    """憋3: who was dealt no 3, no 2 and no joker has revolted, said or not; by two of them the round is void (GJ-8.3)."""
    if round_.rules.bie3:
        for seat in range(6):
            if may_revolt(round_, seat) and not round_.table.unseen[seat]:
                _revolt(round_, seat)


def may_revolt(round_: GoujiState, seat: int) -> bool:
    """No 2 and no joker among the cards as dealt; in 憋3 no 3 either (GJ-2.3, GJ-8.3)."""
    dealt = round_.deal.hands[seat]
    return not any(dealt[TWO:]) and not (round_.rules.bie3 and dealt[THREE])


def _revolt(round_: GoujiState, seat: int) -> None:
    round_.table.leave(seat, REVOLTED)
    round_.doubt &= ~BIT[seat]
    if round_.rules.bie3:
        round_.opening.opened |= BIT[seat]
    if len(round_.table.revolted) > 1:
        round_.end("void")


def revolt(round_: GoujiState, act: Act) -> None:
    """``C.geming``: in 憋3 right after the buying (GJ-2.3)."""
    seat = act.seat
    raises = NOT_ELIGIBLE_IN_BIE3 if round_.rules.bie3 else NOT_ELIGIBLE  # GJ-2.3, GJ-8.3
    if round_.state != ENDED and not round_.started:
        advance(round_, BUYING + 1)
    known = seat in round_.table.revolted
    if not may_revolt(round_, seat) or round_.started or known and not round_.rules.bie3:
        late = round_.started or known and not round_.rules.bie3
        round_.find(raises, seat, reason="late" if late else None)
        if round_.started or known or round_.state == ENDED:
            return
    if not known:
        _revolt(round_, seat)


def barred(round_: GoujiState, act: Act) -> bool:
    """Whether 憋3 does not know this act (GJ-8.1)."""
    if round_.rules.bie3:
        round_.find(NOT_IN_BIE3, act.seat)  # GJ-8.1
    return round_.rules.bie3


def show(round_: GoujiState, act: Act) -> None:
    """``B.liang:3h3d``: two 3s of one colour take the lead, more of one suit take it over (GJ-2.2)."""
    if barred(round_, act):
        return
    seat, shown = act.seat, suited(act.move.text)
    if round_.started or not round_.deal.anew or not round_.table.plays(seat):
        round_.find(NO_SHOW_NOW, seat, reason=None if round_.deal.anew else "given")  # GJ-2.2
        return
    if not _holds_shown(round_, seat, shown):
        round_.find(NOT_IN_HAND, seat, tiles=act.move.text)  # GJ-1.2
        return
    if any(rank != RANKS[THREE] for rank, _ in shown) or not _enough(round_, shown):
        least = 2 if round_.shown is None else round_.shown[1] + 1
        round_.find(SHOW_TOO_SMALL, seat, expected=least, actual=len(shown), reason="more" if round_.shown else None)  # GJ-2.2
        return
    round_.shown = seat, len(shown)
    round_.table.trick.owner = seat


def _holds_shown(round_: GoujiState, seat: int, shown: list[tuple[str, str]]) -> bool:
    """The cards are there, and where the hand is written with suits so are those."""
    hand = round_.record.hands.get(SEATS[seat], "")
    held = suited(hand)
    if not round_.table.holds(seat, tuple(enumerate(counts("".join(rank for rank, _ in shown))))):
        return False
    with_suits = any(suit for rank, suit in held if rank == RANKS[THREE])
    return not with_suits or all(held.count(card) >= shown.count(card) for card in shown if card[1])


def _enough(round_: GoujiState, shown: list[tuple[str, str]]) -> bool:
    """Whether what is shown is of one colour, or of one suit where it takes over, and more than what was shown."""
    suits = {suit for _, suit in shown if suit}
    if round_.shown is None:
        return len(shown) >= 2 and len({COLOURS[suit] for suit in suits}) <= 1
    return len(shown) > round_.shown[1] and len(suits) <= 1


def sweep(round_: GoujiState, act: Act) -> None:
    """``A.hui:3``: the leader takes all 3s out of play, with ``hui4`` also the 4s (GJ-2.4)."""
    if barred(round_, act):
        return
    assert act.set is not None
    seat, ranks = act.seat, [rank for rank, _ in act.set.cards]
    if not set(ranks) <= ({THREE, FOUR} if round_.rules.hui4 else {THREE}):
        round_.find(NOT_IN_GAME, seat)  # PPN-6
        return
    round_.lead_anyhow(seat)
    if round_.started or seat != round_.table.trick.leader:
        round_.find(NOT_THE_LEADERS, seat, player=SEATS[round_.table.trick.leader])  # GJ-2.4
        return
    for rank in ranks:
        _sweep(round_, rank)


def _sweep(round_: GoujiState, rank: int) -> None:
    """All cards of a rank go; how many an unseen hand held is known where there is only one."""
    table = round_.table
    hidden = [seat for seat in range(6) if table.unseen[seat]]
    if len(hidden) > 1:
        round_.slack += round_.unseen_of(rank)
    for seat in range(6):
        number = table.hands[seat][rank] + (min(round_.unseen_of(rank), table.unseen[seat]) if hidden == [seat] else 0)
        table.take(seat, ((rank, number),))
        table.swept[rank] += number


def report(round_: GoujiState, act: Act) -> None:
    """``B.bao:7``: how many cards are left, owed truthfully at ten or fewer (GJ-2.5)."""
    if barred(round_, act):
        return
    left, said = round_.table.left[act.seat], int(act.move.text[:LONGEST_NUMBER])
    if left <= REPORTED and not round_.least_left(act.seat) <= said <= left:
        round_.find(FALSE_REPORT, act.seat, expected=left, actual=said)  # GJ-2.5


def lay(round_: GoujiState, act: Act) -> None:
    """``B.tiao:KK/555/3``: the whole rest of the hand, in sets (GJ-2.6)."""
    if barred(round_, act):
        return
    seat = act.seat
    sets = [card_set(part) for part in act.move.parts]
    whole = card_set(act.move.text)
    if not round_.table.holds(seat, whole.cards) or not round_.least_left(seat) <= whole.size <= round_.table.left[seat]:
        round_.find(NOT_THE_WHOLE_HAND, seat, tiles=whole.text, expected=round_.table.left[seat], actual=whole.size)  # GJ-2.6
        return
    mixed = next((one for one in sets if one.rank == MIXED), None)
    if mixed is not None:
        round_.find(MIXED_RANKS, seat, tiles=mixed.text)  # GJ-3.1
        return
    round_.table.laid[seat] = [one.text for one in sets]


def declare(round_: GoujiState, act: Act) -> None:
    """The opposite will not open: said before the deal (``yudian``) or after the tribute (``mingdian``) (GJ-7.4)."""
    seat = act.seat
    if round_.started:
        round_.find(TOO_LATE_TO_DECLARE, seat)  # GJ-7.4
        return
    if act.move.verb != BEFORE_DECLARED:
        advance(round_, DONE)
    round_.declared.setdefault(seat, act.move.verb)


def unknown(round_: GoujiState, act: Act) -> None:
    """A move whose words say nothing."""
    round_.find(UNKNOWN_VERB, act.seat if act.seat >= 0 else None)  # PPN-5


def foreign(round_: GoujiState, act: Act) -> None:
    """A move, or a seat, that this game does not have; a word that no game has says nothing."""
    if act.seat < 0:
        round_.find(NOT_IN_GAME, None)  # PPN-6
    else:
        round_.find(NOT_IN_GAME if not act.move.verb or grammar_of().has(act.move.verb) else UNKNOWN_VERB, act.seat)
