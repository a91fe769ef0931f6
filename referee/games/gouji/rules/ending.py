"""Checks of the end of a round: moves after it, an end too early, other places than were played for (GJ-6.1)."""

from __future__ import annotations

from typing import Final

from referee.games.gouji.cards import THREE
from referee.games.gouji.rulebook import GJ
from referee.games.gouji.rules.checks import Violation
from referee.games.gouji.rules.places import places
from referee.games.gouji.rules.round_state import BLIND, ENDED, GoujiState
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED
from referee.games.gouji.table.moves import BURN, BUY, DECLARE, KNOWN, PAY, PLAY, RETURN, REVOLT, RULING, Act, decode
from referee.games.gouji.table.seats import BIT, COUNT, SEATS
from referee.games.gouji.table.table import over

AFTER_END: Final = GJ["GJ-6.1"].raises("moves-after-end")
NOT_FINISHED: Final = GJ["GJ-6.1"].raises("round-not-finished")
PLACES_MISMATCH: Final = GJ["GJ-6.1"].raises("places-mismatch")


def after_end(round_: GoujiState, act: Act) -> Violation | None:
    """The violation by a move after the end, except rulings; in a void round also except more revolutions and what precedes
    them (GJ-2.3)."""
    if act.kind == RULING:
        return None
    early = act.kind == BUY or act.kind == DECLARE and act.move.verb == BEFORE_DECLARED
    void = round_.outcome == "void" and (act.kind == REVOLT or round_.rules.bie3 and early)
    return None if void else Violation(AFTER_END)  # GJ-6.1


def ended(round_: GoujiState) -> Violation | None:
    """The violation by a record that ends before its round, or gives other places than were played for (GJ-6.1).

    Once a set was played, a revolution that nobody has seen excuses no record: the round is not over for it, or was over before
    that set.
    """
    if round_.progress != ENDED:
        excused = _may_be_void(round_) or round_.progress == BLIND and _may_be_over(round_)
        return None if excused else Violation(NOT_FINISHED)  # GJ-6.1
    said, found = round_.record.places, _order(round_)
    return None if said in (None, found) else Violation(PLACES_MISMATCH, False, {"expected": found, "actual": said})  # GJ-6.1


def _may_be_void(round_: GoujiState) -> bool:
    """Whether nothing was played because unseen hands may have revolted: two revolutions make a round void (GJ-2.3, GJ-8.3).

    Moves after which nothing was refereed are asked only who made them: who buys or pays has not revolted.
    """
    revolted, doubt = sum(BIT[seat] for seat in round_.table.revolted), round_.doubt
    for move in round_.record.moves if round_.progress == BLIND and not round_.started else ():
        act = KNOWN.get(move.token) or decode(move)
        if act.kind in (PLAY, BURN):
            return False
        if act.kind in (BUY, PAY) and act.seat >= 0:
            doubt &= ~BIT[act.seat]
        elif act.kind == REVOLT:
            revolted |= BIT[act.seat]
    return not round_.started and COUNT[revolted | doubt] > 1


def _may_be_over(round_: GoujiState) -> bool:
    """Whether a round that hangs on unseen cards may have been played to its end.

    A hand may be empty, or muffled, once no more cards of it are left than there are 3s and cards taken out of play.
    """
    table, rules = round_.table, round_.rules
    most = rules.pack.hand - rules.pack.copies[THREE] * rules.bie3 - sum(table.swept) - round_.slack
    gone = [seat for seat in range(6) if not table.plays(seat)]
    given = [0] * 6
    for move in round_.record.moves:
        act = KNOWN.get(move.token) or decode(move)
        if act.kind in (REVOLT, RULING, BURN):  # a ruling or a false burn may have placed the seat last
            gone.append(act.seat)
        if act.set is not None and act.kind in (PLAY, BURN, PAY, RETURN, BUY):
            given[act.seat] += act.set.size
    left = sum(BIT[seat] for seat in range(6) if seat not in gone and given[seat] < most)
    in_doubt = [BIT[seat] for seat in range(6) if round_.doubt & BIT[seat]] or [0]
    return any(over(left & ~seat, rules) for seat in in_doubt)


def _order(round_: GoujiState) -> str | None:
    """The places, first to last, as a record writes them; None in a void round."""
    return None if round_.outcome == "void" else " ".join(SEATS[seat] for seat in places(round_.table))
