"""Carries out declarations outside the trick: showing 3s, revolution, 會3, 報牌, 挑牌, 預點, 明點 (GJ-2, GJ-7.4)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.gouji.actions.tribute import advance
from referee.games.gouji.cards import FOUR, suited
from referee.games.gouji.rules import declaration_checks as checks
from referee.games.gouji.rules.round_state import ENDED, GoujiState
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED, BUYING, DONE
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT
from referee.games.gouji.table.sets import card_set
from referee.games.gouji.table.table import REVOLTED

LONGEST_NUMBER = 9
"""The digits of a number that are read: Python refuses to read thousands of them."""


def revolt_by_deal(round_: GoujiState) -> None:
    """憋3 with ``auto_revolution``: a seat that was dealt no 3, no 2 and no joker has revolted, declared or not; two of them
    make the round void (GJ-8.3)."""
    if round_.rules.bie3 and round_.rules.auto_revolution:
        for seat in range(6):
            if checks.may_revolt(round_, seat) and not round_.table.unseen[seat]:
                _revolt(round_, seat)


def revolt_as_dealt(round_: GoujiState, seats: Sequence[int]) -> None:
    """The same where the hands are unseen and it is told who has revolted: these seats, and no others."""
    round_.doubt = 0
    if round_.rules.bie3 and round_.rules.auto_revolution:
        for seat in seats:
            _revolt(round_, seat)


def _revolt(round_: GoujiState, seat: int) -> None:
    round_.table.leave(seat, REVOLTED)
    round_.doubt &= ~BIT[seat]
    round_.opening.revolted(seat, round_.rules.bie3)
    if len(round_.table.revolted) > 1:
        round_.end("void")


def revolt(round_: GoujiState, act: Act) -> None:
    """Carry out ``C.geming``; in 憋3 right after the buying (GJ-2.3)."""
    seat = act.seat
    if round_.progress != ENDED and not round_.started:
        advance(round_, BUYING + 1)
    wrong = round_.noted(checks.revolting(round_, seat), seat)
    if wrong and (round_.started or round_.progress == ENDED):
        return
    if seat not in round_.table.revolted:
        _revolt(round_, seat)


def show(round_: GoujiState, act: Act) -> None:
    """Carry out ``B.liang:3h3d``: two 3s of one colour take the lead, more of one suit take it over (GJ-2.2)."""
    seat = act.seat
    if not round_.noted(checks.barred(round_) or checks.showing(round_, act), seat):
        round_.shown = seat, len(suited(act.move.text))
        round_.table.trick.owner = seat


def sweep(round_: GoujiState, act: Act) -> None:
    """Carry out ``A.hui:3``: the leader takes all 3s out of play, with ``hui4`` also the 4s (GJ-2.4)."""
    assert act.set is not None
    seat, ranks = act.seat, [rank for rank, _ in act.set.cards]
    if round_.noted(checks.barred(round_) or checks.ranks_to_sweep(round_, ranks), seat):
        return
    round_.lead_anyhow(seat)
    if not round_.noted(checks.sweeping(round_, seat), seat):
        for rank in ranks:
            _sweep(round_, rank)


def _sweep(round_: GoujiState, rank: int) -> None:
    """Take all cards of a rank out of play; how many an unseen hand held is known only if there is just one such hand."""
    table = round_.table
    hidden = [seat for seat in range(6) if table.unseen[seat]]
    if len(hidden) > 1:
        round_.slack += round_.unseen_of(rank)
    for seat in range(6):
        held = table.hands[seat][rank]
        number = held + (min(round_.unseen_of(rank), table.unseen[seat]) if hidden == [seat] else 0)
        table.take(seat, ((rank, number),))
        if rank == FOUR and number > held:
            round_.opening.showed_four(seat)
        table.swept[rank] += number


def report(round_: GoujiState, act: Act) -> None:
    """Carry out ``B.bao:7``: a seat declares how many cards it has left, truthfully at ten or fewer (GJ-2.5)."""
    said = int(act.move.text[:LONGEST_NUMBER])
    round_.noted(checks.barred(round_) or checks.reporting(round_, act.seat, said), act.seat)


def lay(round_: GoujiState, act: Act) -> None:
    """Carry out ``B.tiao:KK/555/3``: a seat lays out the whole rest of its hand, in sets (GJ-2.6)."""
    seat, sets = act.seat, [card_set(part) for part in act.move.parts]
    if not round_.noted(checks.barred(round_) or checks.laying(round_, seat, card_set(act.move.text), sets), seat):
        round_.table.laid[seat] = [one.text for one in sets]


def declare(round_: GoujiState, act: Act) -> None:
    """Note the declaration that the opposite seat will not open, before the deal (``yudian``) or after the tribute
    (``mingdian``) (GJ-7.4)."""
    if round_.noted(checks.declaring(round_), act.seat):
        return
    if act.move.verb != BEFORE_DECLARED:
        advance(round_, DONE)
    round_.declared.setdefault(act.seat, act.move.verb)


def unknown(round_: GoujiState, act: Act) -> None:
    """Note a move that means nothing here, such as a verb without the cards that it needs."""
    round_.noted(checks.says_nothing(act), act.seat)


def foreign(round_: GoujiState, act: Act) -> None:
    """Note a move, or a seat, that this game does not have."""
    round_.noted(checks.foreign(act), act.seat)
