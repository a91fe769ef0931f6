"""Checks of the end of a round: moves after it, an end too early, other places than were played for (GJ-6.1)."""

from __future__ import annotations

from typing import Final

from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.checks import Violation
from referee.games.gouji.rules.places import places
from referee.games.gouji.rules.round_state import ENDED, GoujiState
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED
from referee.games.gouji.table.moves import BUY, DECLARE, REVOLT, RULING, Act
from referee.games.gouji.table.seats import COUNT, SEATS, TEAM

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
    """The violation by a record that ends before its round, or gives other places than were played for (GJ-6.1)."""
    if round_.progress != ENDED:
        return None if _may_be_over(round_) else Violation(NOT_FINISHED)  # GJ-6.1
    said, found = round_.record.places, _order(round_)
    return None if said in (None, found) else Violation(PLACES_MISMATCH, False, {"expected": found, "actual": said})  # GJ-6.1


def _may_be_over(round_: GoujiState) -> bool:
    """Whether unseen hands could have ended the round by a revolution that is not recorded (GJ-8.3)."""
    table, doubts = round_.table, COUNT[round_.doubt]
    certain = table.trick.playing & ~round_.doubt
    side_out = round_.rules.side_out == "end" and not (certain & TEAM[0] and certain & TEAM[1])
    return doubts > 0 and (len(table.revolted) + doubts > 1 or COUNT[certain] <= 1 or side_out)


def _order(round_: GoujiState) -> str | None:
    """The places, first to last, as a record writes them; None in a void round."""
    return None if round_.outcome == "void" else " ".join(SEATS[seat] for seat in places(round_.table))
