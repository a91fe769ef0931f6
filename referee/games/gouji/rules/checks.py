"""Checks of the moves of a trick. Each returns a violation, or None if the move is legal; the table is not changed.

Each check answers None where the move is legal, or the violation with it: what is raised, with which facts, and whether the
round halts there because the move cannot be carried out (GJ-4.9). Who speaks when comes before which cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from referee.core.verdict import JSON
from referee.games.gouji.cards import FOUR_PACKS, RANKS, THREE, Pack, Pairs
from referee.games.gouji.rulebook import GJ
from referee.games.gouji.table.seats import BIT, NEXT, OPPOSITE, SEATS, TEAM, partners
from referee.games.gouji.table.sets import MIXED, CardSet, beats
from referee.games.gouji.table.table import GoujiTable
from referee.games.gouji.table.trick import BURNING, GOUJI, PLAIN, TANGLED, YIELDED, Trick
from referee.rulebook import FindingTemplate

NOT_THE_LEADER: Final = GJ["GJ-2.1"].raises("not-your-turn")
LAID_OUT: Final = GJ["GJ-2.6"].raises("card-not-in-hand")
NOT_IN_HAND: Final = GJ["GJ-1.2"].raises("card-not-in-hand")
CARD_OVERFLOW: Final = GJ["GJ-1.2"].raises("card-overflow")
OVERFLOW_OF_OTHERS: Final = GJ["GJ-11.1"].raises("card-overflow")
MIXED_RANKS: Final = GJ["GJ-3.1"].raises("mixed-ranks")
COUNT_MISMATCH: Final = GJ["GJ-3.2"].raises("count-mismatch")
DOES_NOT_BEAT: Final = GJ["GJ-3.2"].raises("does-not-beat")
BIG_JOKER: Final = GJ["GJ-3.3"].raises("does-not-beat")
SMALL_JOKER: Final = GJ["GJ-3.4"].raises("does-not-beat")
MUST_LEAD: Final = GJ["GJ-4.1"].raises("must-lead")
NOT_YOUR_TURN: Final = GJ["GJ-4.2"].raises("not-your-turn")
PASSED_ALREADY: Final = GJ["GJ-4.2"].raises("passed-already")
YIELD_NOT_PARTNER: Final = GJ["GJ-4.3"].raises("yield-not-partner")
YIELDED_AWAY: Final = GJ["GJ-4.3"].raises("burn-after-pass")
AFTER_A_YIELD: Final = GJ["GJ-4.3"].raises("not-opposite")
NOT_OPPOSITE: Final = GJ["GJ-4.5"].raises("not-opposite")
NO_YIELDS: Final = GJ["GJ-4.8"].raises("yield-not-partner")
NO_BURNS: Final = GJ["GJ-4.8"].raises("not-opposite")
NOT_OPENED: Final = GJ["GJ-11.4"].raises("burn-unopened")
NO_BURN_HERE: Final = GJ["GJ-5.1"].raises("not-opposite")
BURN_AFTER_PASS: Final = GJ["GJ-5.1"].raises("burn-after-pass")
BURN_PRIORITY: Final = GJ["GJ-5.2"].raises("burn-priority")
FALSE_BURN: Final = GJ["GJ-5.5"].raises("false-burn")
THREE_NOT_LAST: Final = GJ["GJ-8.4"].raises("three-not-last")
THREE_ATTACHED: Final = GJ["GJ-8.4"].raises("three-attached")
THREE_SPLIT: Final = GJ["GJ-8.4"].raises("three-split")
LOST_TURN: Final = GJ["GJ-9.1"].raises("not-your-turn")

GOES_ON_WITH_JOKERS: Final = GJ["GJ-5.3"]


class Violation(NamedTuple):
    """A rule broken by a move, and whether the replay of the round stops there."""

    raises: FindingTemplate
    halts: bool = False
    facts: Mapping[str, JSON] = {}


def leads(trick: Trick, seat: int) -> bool:
    """Whether this seat may lead now: nobody has to speak, or no reply is possible, so that passes may be left out."""
    top = trick.top
    if top is not None and trick.due and not top.unbeatable:
        return False
    return seat == trick.leader


def may_reply(trick: Trick, seat: int) -> bool:
    """Whether this seat may speak on the set on top: in order, or with the last word (GJ-4.2, GJ-4.4)."""
    due = trick.due
    if due:
        return NEXT[trick.owner][due] == seat
    return trick.word and seat == OPPOSITE[trick.owner]


def lost_turn(lost: int, seat: int) -> Violation | None:
    """The violation by a seat whose turn a ruling has taken; ``lost`` is the mask of such seats (GJ-9.1)."""
    return Violation(LOST_TURN) if lost & BIT[seat] else None  # GJ-9.1


def off_turn(table: GoujiTable, seat: int, new: CardSet | None = None) -> Violation:
    """The violation by a seat that speaks, or plays this set, out of turn."""
    trick = table.trick
    acting = trick.leader if trick.over else trick.speaker if trick.due else OPPOSITE[trick.owner]
    facts: Mapping[str, JSON] = {"player": SEATS[acting]}
    if not table.plays(seat):
        return Violation(NOT_YOUR_TURN, True, facts)  # GJ-4.2
    if trick.top is None:
        return Violation(NOT_THE_LEADER, False, facts)  # GJ-2.1
    leads_anew = trick.over and new is not None and new.size != trick.top.size
    if trick.passed & BIT[seat] and trick.mode != TANGLED and not leads_anew:  # GJ-4.1: open until the next leader plays
        return Violation(PASSED_ALREADY)  # GJ-4.2
    if trick.over or trick.mode == TANGLED:
        return Violation(NOT_YOUR_TURN, False, facts)  # GJ-4.2
    if trick.mode != PLAIN and seat != trick.owner and not trick.due & BIT[seat]:
        opposite: Mapping[str, JSON] = {"player": SEATS[OPPOSITE[trick.owner]]}
        return Violation(NOT_OPPOSITE if trick.mode in (GOUJI, BURNING) else AFTER_A_YIELD, False, opposite)  # GJ-4.3, GJ-4.5
    return Violation(NOT_YOUR_TURN, False, facts)  # GJ-4.2


def spoken(table: GoujiTable, seat: int) -> Violation:
    """The violation by a word out of turn: it lays no cards, so the replay does not stop."""
    return off_turn(table, seat)._replace(halts=False)


def held(table: GoujiTable, seat: int, wanted: Pairs, text: str) -> Violation | None:
    """The violation by cards that a seat does not have (GJ-1.2)."""
    return None if table.holds(seat, wanted) else Violation(NOT_IN_HAND, True, {"tiles": text})  # GJ-1.2


def one_too_many(pack: Pack, rank: int, shown: int) -> Violation:
    """The violation by showing more cards of a rank than the table has (GJ-1.2, GJ-11.1)."""
    facts: Mapping[str, JSON] = {"tile": RANKS[rank], "expected": pack.copies[rank], "actual": shown}
    return Violation(CARD_OVERFLOW if pack == FOUR_PACKS else OVERFLOW_OF_OTHERS, False, facts)  # GJ-1.2, GJ-11.1


def cards(table: GoujiTable, seat: int, new: CardSet) -> Violation | None:
    """The violation by cards that a seat does not have, or that are no set (GJ-1.2, GJ-2.6, GJ-3.1)."""
    missing = held(table, seat, new.cards, new.text)
    if missing is not None:
        return missing
    if new.rank == MIXED:
        return Violation(MIXED_RANKS, True, {"tiles": new.text})  # GJ-3.1
    if seat in table.laid and new.text not in table.laid[seat]:
        return Violation(LAID_OUT, False, {"tiles": new.text, "reason": "laid"})  # GJ-2.6
    return None


def in_turn(table: GoujiTable, seat: int, new: CardSet, leading: bool, bie3: bool) -> Violation | None:
    """The violation by a set that is played in turn."""
    trick = table.trick
    violation = cards(table, seat, new)
    if violation is None and leading and trick.burner == seat:
        violation = goes_on_burning(table, seat, new)
    if violation is None and bie3 and new.rank == THREE:
        violation = threes(table, seat, new)
    if violation is not None or leading or trick.top is None:
        return violation
    burners = trick.intents & ~BIT[seat]
    return burn_declared(trick, burners) if burners else above(trick.top, new, trick.rules.big_kills)


def threes(table: GoujiTable, seat: int, new: CardSet) -> Violation | None:
    """The violation by 3s that are not played all together, as the last set, with nothing attached (GJ-8.4)."""
    if new.beside:
        return Violation(THREE_ATTACHED, False, {"tiles": new.text})  # GJ-8.4
    others = table.left[seat] - table.hands[seat][THREE] - table.unseen[seat]
    if others > 0:
        return Violation(THREE_NOT_LAST, False, {"tiles": new.text})  # GJ-8.4
    if table.left[seat] > new.size and not table.unseen[seat]:
        return Violation(THREE_SPLIT, False, {"tiles": new.text, "count": table.left[seat]})  # GJ-8.4
    return None


def goes_on_burning(table: GoujiTable, seat: int, new: CardSet) -> Violation | None:
    """The violation by a burning seat whose set has no joker, unless it is the last one of nothing but 3s (GJ-5.3, GJ-5.5)."""
    last = table.left[seat] == new.size and new.rank == THREE and not new.beside
    return None if new.joker or last else Violation(FALSE_BURN, False, {"tiles": new.text})  # GJ-5.5


def above(top: CardSet, new: CardSet, kills: int) -> Violation | None:
    """The violation by a set that does not beat the one on top, where each attached big joker beats so many small ones
    (GJ-3.2 to GJ-3.4)."""
    if new.size != top.size:
        return Violation(COUNT_MISMATCH, False, {"tiles": new.text, "expected": top.size, "actual": new.size})  # GJ-3.2
    if beats(new, top, kills):
        return None
    raises = BIG_JOKER if top.unbeatable else SMALL_JOKER if new.rank > top.rank else DOES_NOT_BEAT  # GJ-3.2, GJ-3.3, GJ-3.4
    return Violation(raises, False, {"tiles": new.text, "expected": top.text, "actual": new.text, "count": top.smalls})


def passing(table: GoujiTable, seat: int) -> Violation | None:
    """The violation by a seat that may not pass now (GJ-4.1, GJ-4.2)."""
    trick = table.trick
    if may_reply(trick, seat):
        return None
    if trick.burner == seat and leads(trick, seat):
        return Violation(FALSE_BURN, False, {"reason": "stops"})  # GJ-5.5
    if seat == trick.leader and (trick.over or trick.word):
        return Violation(MUST_LEAD)  # GJ-4.1
    return spoken(table, seat)


def waives(table: GoujiTable, seat: int) -> bool:
    """Whether a pass by this seat, which is not asked about the set on top, only waives a burn (GJ-4.5)."""
    trick = table.trick
    if trick.due & BIT[seat] or trick.mode not in (GOUJI, YIELDED, BURNING):
        return False
    return table.plays(seat) and seat != trick.owner and not (trick.over and seat == trick.leader)


def yielding(table: GoujiTable, seat: int) -> Violation | None:
    """The violation by yielding to the set on top: only to a partner's, and once (GJ-4.3)."""
    trick = table.trick
    if trick.top is None or seat == trick.leader and (trick.over or trick.word):
        return Violation(MUST_LEAD) if seat == trick.leader else spoken(table, seat)  # GJ-4.1
    if not table.plays(seat):
        return spoken(table, seat)
    if trick.mode == TANGLED:
        return Violation(NO_YIELDS)  # GJ-4.8
    if not partners(seat, trick.owner) or seat == trick.owner:
        return Violation(YIELD_NOT_PARTNER, False, {"player": SEATS[trick.owner]})  # GJ-4.3
    if not may_reply(trick, seat):
        return spoken(table, seat)
    return Violation(PASSED_ALREADY, False, {"reason": "yielded"}) if trick.again else None  # GJ-4.2


def burning(table: GoujiTable, seat: int) -> Violation | None:
    """The violation by burning the set on top (GJ-4.8, GJ-5.1)."""
    trick = table.trick
    if not table.plays(seat):
        return off_turn(table, seat)
    if table.tangled:
        return Violation(NO_BURNS)  # GJ-4.8
    if trick.passed & BIT[seat]:
        if not trick.closed & BIT[seat]:
            return Violation(BURN_AFTER_PASS)  # GJ-5.1
        if not trick.rules.burn_after_yield:
            return Violation(YIELDED_AWAY)  # GJ-4.3
    excluded = seat in (trick.owner, OPPOSITE[trick.owner])
    answered = not trick.unanswered and not trick.rules.late_burn
    if trick.top is None or trick.mode not in (GOUJI, BURNING) or excluded or answered:
        return Violation(NO_BURN_HERE)  # GJ-5.1
    if not trick.rules.headless_burn and not table.plays(OPPOSITE[seat]):
        return Violation(NO_BURN_HERE, False, {"reason": "headless"})  # GJ-5.1
    return None


def burn_goes_first(trick: Trick, seat: int) -> Violation | None:
    """The violation by burning before another seat whose declared burn goes first (GJ-5.2)."""
    declared = trick.intents | BIT[seat]
    team = TEAM[trick.owner]
    if declared & team and declared & ~team:
        declared &= team
    first = NEXT[trick.owner][declared]
    if trick.intents and not declared & BIT[seat] or first != seat:
        return Violation(BURN_PRIORITY, False, {"player": SEATS[first]})  # GJ-5.2
    return None


def burn_declared(trick: Trick, burners: int) -> Violation:
    """The violation by a reply that a declared burn of others precedes (GJ-5.2)."""
    return Violation(BURN_PRIORITY, False, {"player": SEATS[NEXT[trick.owner][burners]]})  # GJ-5.2
