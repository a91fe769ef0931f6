"""Carries out plays and burns: what they do to the table, and to other seats (GJ-4 to GJ-6)."""

from __future__ import annotations

from typing import Final

from referee.games.gouji.actions.declarations import foreign
from referee.games.gouji.actions.tribute import advance
from referee.games.gouji.rulebook import GJ
from referee.games.gouji.rules import checks
from referee.games.gouji.rules.round_state import BLIND, GoujiState
from referee.games.gouji.rules.tribute_debts import DONE
from referee.games.gouji.table.moves import VERBS, Act
from referee.games.gouji.table.seats import BIT, NEXT
from referee.games.gouji.table.sets import CardSet
from referee.games.gouji.table.table import FALSE, FINISHED, MUFFLED
from referee.games.gouji.table.trick import BURNING, GOUJI, TANGLED

COUNTERED: Final = GJ["GJ-5.4"]
MUFFLING: Final = GJ["GJ-6.2"]
AS_PLAYED: Final = GJ["GJ-4.9"]


def play(round_: GoujiState, act: Act) -> None:
    """Play a set, to lead or on the set on top."""
    seat, new = act.seat, act.set
    assert new is not None
    table = round_.table
    trick = table.trick
    if not round_.started:
        _begin(round_, seat)
    leading = checks.leads(trick, seat)
    if not leading and not checks.may_reply(trick, seat):
        if not round_.stopped(checks.off_turn(table, seat, new), seat) and not round_.stopped(
            checks.cards(table, seat, new), seat
        ):
            _put(round_, seat, new, trick.top is None or trick.over, False)
        return
    if round_.lost:
        round_.noted(checks.lost_turn(round_.lost, seat), seat)
        round_.turn_was_lost(seat)
    violation = checks.in_turn(table, seat, new, leading, round_.bie3)
    if violation is not None and violation.raises is checks.FALSE_BURN:
        round_.noted(violation, seat)
        burned_falsely(round_, seat)
    elif violation is None or not round_.stopped(violation, seat):
        _put(round_, seat, new, leading, violation is None)


def _begin(round_: GoujiState, seat: int) -> None:
    """Close what must come before the first set of the round."""
    advance(round_, DONE)
    round_.lead_anyhow(seat)
    round_.started = True


def _put(round_: GoujiState, seat: int, new: CardSet, leading: bool, sound: bool) -> None:
    """Move a set from the hand to the table."""
    table = round_.table
    trick = table.trick
    owner = trick.owner
    after_yield = not leading and trick.again and trick.due & BIT[seat] > 0
    if leading:
        stood(round_)
        round_.marks.clear()
    elif table.laid:
        table.laid.pop(owner, None)  # GJ-2.6: a set was beaten, the rest goes back to the hand
    _lay_down(round_, seat, new)
    if leading:
        round_.opening.led(seat, new, table)
    if not leading and sound and round_.bie3 and table.plays(owner):
        _muffle(round_, owner, seat)
    if not table.left[seat]:
        _out(round_, seat)
    if leading:
        trick.lead(seat, new, table.tangled)
    else:
        trick.put(seat, new, table.tangled, after_yield)
    if table.decided and round_.progress != BLIND:
        round_.end(round_.result())


def _lay_down(round_: GoujiState, seat: int, new: CardSet) -> None:
    table = round_.table
    round_.marks.append((seat, "set", new.text, round_.number))
    round_.piles[seat].append(new.text)
    if table.unseen[seat]:
        round_.take(seat, new.cards)
        if round_.slack and round_.least_left(seat) <= 0 < table.left[seat]:
            round_.progress = BLIND
    else:
        table.take(seat, new.cards)
    if seat in table.laid and new.text in table.laid[seat]:
        table.laid[seat].remove(new.text)


def _muffle(round_: GoujiState, owner: int, by: int) -> None:
    """Note that a beaten seat is muffled, if it may have nothing but 3s left (GJ-6.2)."""
    table = round_.table
    if table.only_threes(owner):
        table.leave(owner, MUFFLED)
        round_.muffles.append((owner, by))
    elif table.unseen[owner] and not round_.told and round_.may_be_muffled(owner):
        round_.progress = BLIND


def _out(round_: GoujiState, seat: int) -> None:
    """Note that a hand is empty (GJ-6.1); a burn by that seat has succeeded (GJ-7.7)."""
    table, trick = round_.table, round_.table.trick
    if not table.plays(seat):
        return
    if trick.burner == seat:
        round_.burns.append((trick.victim, seat, trick.toll))
    table.leave(seat, FINISHED)
    round_.opening.finished(seat, len(table.finished))


def stood(round_: GoujiState) -> None:
    """Note that nobody has beaten the set on top."""
    trick = round_.table.trick
    if trick.top is not None and round_.opening.points != "off":
        round_.opening.stood(trick.owner, trick.top, trick.mode == TANGLED)


def skip(round_: GoujiState, seat: int) -> None:
    """Note that the leader does not lead; the next player in play does."""
    stood(round_)
    round_.table.trick.clear(NEXT[seat][round_.table.trick.playing])
    round_.marks.clear()


def burn(round_: GoujiState, act: Act) -> None:
    """Burn the set on top; the seat plays alone from then on (GJ-5.1 to GJ-5.4)."""
    seat, new, table = act.seat, act.set, round_.table
    assert new is not None
    trick = table.trick
    violation = round_.burning(seat)
    allowed = trick.top is not None and trick.mode in (GOUJI, BURNING)
    if violation is None and trick.intents:
        violation = checks.burn_goes_first(trick, seat)
    if violation is None and round_.lost:
        violation = checks.lost_turn(round_.lost, seat)
        round_.turn_was_lost(seat)
    if round_.stopped(violation, seat) or round_.stopped(checks.cards(table, seat, new), seat):
        return
    if trick.top is not None and violation is None:
        violation = checks.above(trick.top, new, round_.rules.big_kills)
        round_.stopped(violation, seat)
    if not round_.started:
        _begin(round_, seat)
    if allowed:
        trick.toll = 2 if trick.mode == BURNING else 1
        trick.victim, trick.burner = trick.owner, seat
    _put(round_, seat, new, trick.top is None or not allowed and trick.over, violation is None)
    if round_.marks:
        round_.marks[-1] = (seat, "burn", new.text, round_.number)


def burned_falsely(round_: GoujiState, seat: int) -> None:
    """Penalize a false burn (詐燒): the seat is placed last at once, its set is taken back, the next player in play leads
    (GJ-5.5)."""
    trick = round_.table.trick
    stood(round_)
    trick.burner = -1
    round_.table.leave(seat, FALSE)
    trick.clear(seat)
    round_.marks.clear()
    round_.after_leaving()


def intend(round_: GoujiState, act: Act) -> None:
    """Note ``B?shao``: a burn is declared before it is settled who acts (GJ-5.2)."""
    seat, trick = act.seat, round_.table.trick
    if act.move.verb not in VERBS:
        foreign(round_, act)
    elif act.move.verb == "shao" and not round_.stopped(round_.burning(seat), seat):
        trick.intents |= BIT[seat]


def pass_turn(round_: GoujiState, act: Act) -> None:
    """Carry out that a seat passes."""
    seat, trick = act.seat, round_.table.trick
    if round_.lost and checks.lost_turn(round_.lost, seat) and (checks.leads(trick, seat) or checks.may_reply(trick, seat)):
        round_.turn_was_lost(seat)
        if not checks.may_reply(trick, seat):
            skip(round_, seat)
            return
    round_.lead_anyhow(seat)
    if checks.waives(round_.table, seat):
        trick.waive(seat)
        round_.marks.append((seat, "pass", "", round_.number))
        return
    violation = checks.passing(round_.table, seat)
    if violation is None:
        trick.drop(seat, False)
        round_.marks.append((seat, "pass", "", round_.number))
    elif not round_.stopped(violation, seat):
        if violation.raises is checks.FALSE_BURN:
            burned_falsely(round_, seat)
        elif violation.raises is checks.MUST_LEAD:
            skip(round_, seat)
        elif trick.due & BIT[seat]:
            trick.drop(seat, False)


def yield_turn(round_: GoujiState, act: Act) -> None:
    """Carry out that a seat yields to its partner's set (GJ-4.3)."""
    seat, trick = act.seat, round_.table.trick
    round_.lead_anyhow(seat)
    if round_.lost and checks.may_reply(trick, seat):
        round_.noted(checks.lost_turn(round_.lost, seat), seat)
        round_.turn_was_lost(seat)
    violation = checks.yielding(round_.table, seat)
    if violation is None:
        trick.drop(seat, True)
        round_.marks.append((seat, "yield", "", round_.number))
    elif not round_.stopped(violation, seat):
        if violation.raises is checks.MUST_LEAD:
            skip(round_, seat)
        elif trick.due & BIT[seat]:
            trick.drop(seat, False)
