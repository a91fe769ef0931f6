"""Checks of declarations outside the trick: 3s shown, revolution, 會3, 報牌, 挑牌, 預點, 明點 (GJ-2, GJ-7.4, GJ-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.games.gouji.cards import COLOURS, FOUR, RANKS, THREE, TWO, counts, suited
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.rules.checks import MIXED_RANKS, NOT_IN_HAND, Violation
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import SEATS
from referee.games.gouji.table.sets import MIXED, CardSet
from referee.notation import grammar_of
from referee.rulebook import CORE

SHOW_TOO_SMALL: Final = GJ["GJ-2.2"].raises("show-too-small")
NO_SHOW_NOW: Final = GJ["GJ-2.2"].raises("not-your-turn")
NOT_ELIGIBLE: Final = GJ["GJ-2.3"].raises("revolution-not-eligible")
NOT_THE_LEADERS: Final = GJ["GJ-2.4"].raises("not-your-turn")
FALSE_REPORT: Final = GJ["GJ-2.5"].raises("false-report")
NOT_THE_WHOLE_HAND: Final = GJ["GJ-2.6"].raises("card-not-in-hand")
TOO_LATE_TO_DECLARE: Final = GJ["GJ-7.4"].raises("not-your-turn")
NOT_IN_BIE3: Final = GJ["GJ-8.1"].raises("not-in-bie3")
NOT_ELIGIBLE_IN_BIE3: Final = GJ["GJ-8.3"].raises("revolution-not-eligible")
UNKNOWN_VERB: Final = CORE["PPN-5"].raises("unknown-verb")
NOT_IN_GAME: Final = CORE["PPN-6"].raises("not-in-game")

REPORTED: Final = 10
"""With how many cards, or fewer, their number is owed (GJ-2.5)."""


def foreign(act: Act) -> Violation:
    """The violation by a verb or seat that this game does not have, or by a verb that no game has."""
    known = act.seat < 0 or not act.move.verb or grammar_of().has(act.move.verb)
    return Violation(NOT_IN_GAME) if known else Violation(UNKNOWN_VERB)  # PPN-5, PPN-6


def says_nothing(act: Act) -> Violation:
    """The violation by a verb of this game without what it needs: only another game says it so, or none does."""
    known = not act.move.other and grammar_of().says(act.move.verb, act.move.text)
    return Violation(NOT_IN_GAME) if known else Violation(UNKNOWN_VERB)  # PPN-5, PPN-6


def barred(round_: GoujiState) -> Violation | None:
    """The violation by declarations that 憋3 does not have: showing 3s, 會3, reports, laying out (GJ-8.1)."""
    return Violation(NOT_IN_BIE3) if round_.rules.bie3 else None  # GJ-8.1


def may_revolt(round_: GoujiState, seat: int) -> bool:
    """Whether the cards as dealt hold no 2 and no joker, and in 憋3 no 3 (GJ-2.3, GJ-8.3)."""
    dealt = round_.deal.hands[seat]
    return not any(dealt[TWO:]) and not (round_.rules.bie3 and dealt[THREE])


def revolting(round_: GoujiState, seat: int) -> Violation | None:
    """The violation by a revolution: the seat may not revolt, or declares it too late (GJ-2.3, GJ-8.3)."""
    bie3 = round_.rules.bie3
    late = round_.started
    if not round_.rules.auto_revolution or not bie3:
        late = late or seat in round_.table.revolted or bie3 and round_.desk.paid
    if may_revolt(round_, seat) and not late:
        return None
    return Violation(
        NOT_ELIGIBLE_IN_BIE3 if bie3 else NOT_ELIGIBLE, False, {"reason": "late" if late else None}
    )  # GJ-2.3, GJ-8.3


def showing(round_: GoujiState, act: Act) -> Violation | None:
    """The violation by showing 3s for the lead: too few, not held, or in a round that is not opened anew (GJ-2.2)."""
    seat, shown = act.seat, suited(act.move.text)
    if round_.started or not round_.deal.anew or not round_.table.plays(seat):
        return Violation(NO_SHOW_NOW, False, {"reason": None if round_.deal.anew else "given"})  # GJ-2.2
    if not _holds_shown(round_, seat, shown):
        return Violation(NOT_IN_HAND, False, {"tiles": act.move.text})  # GJ-1.2
    if any(rank != RANKS[THREE] for rank, _ in shown) or not _enough(round_, shown):
        least, reason = (2, None) if round_.shown is None else (round_.shown[1] + 1, "more")
        return Violation(SHOW_TOO_SMALL, False, {"expected": least, "actual": len(shown), "reason": reason})  # GJ-2.2
    return None


def _holds_shown(round_: GoujiState, seat: int, shown: list[tuple[str, str]]) -> bool:
    """Whether the seat holds these cards, with these suits if the hand is recorded with suits."""
    hand = round_.record.hands.get(SEATS[seat], "")
    held = suited(hand)
    if not round_.table.holds(seat, tuple(enumerate(counts("".join(rank for rank, _ in shown))))):
        return False
    with_suits = any(suit for rank, suit in held if rank == RANKS[THREE])
    return not with_suits or all(held.count(card) >= shown.count(card) for card in shown if card[1])


def _enough(round_: GoujiState, shown: list[tuple[str, str]]) -> bool:
    """Whether the shown 3s are of one colour, or to take over of one suit, and more than were shown before."""
    suits = {suit for _, suit in shown if suit}
    if round_.shown is None:
        return len(shown) >= 2 and len({COLOURS[suit] for suit in suits}) <= 1
    return len(shown) > round_.shown[1] and len(suits) <= 1


def ranks_to_sweep(round_: GoujiState, ranks: Sequence[int]) -> Violation | None:
    """The violation by ranks that cannot be taken out of play: only 3s can, with ``hui4`` also the 4s (GJ-2.4)."""
    return None if sweepable(round_.rules).issuperset(ranks) else Violation(NOT_IN_GAME)  # PPN-6


def sweepable(rules: TableRules) -> set[int]:
    """The ranks that may be taken out of play, of those that the table has (GJ-2.4)."""
    return {rank for rank in ((THREE, FOUR) if rules.hui4 else (THREE,)) if rules.pack.copies[rank]}


def sweeping(round_: GoujiState, seat: int) -> Violation | None:
    """The violation by taking cards out of play: only the leader may, before the first play (GJ-2.4)."""
    leader = round_.table.trick.leader
    return Violation(NOT_THE_LEADERS, False, {"player": SEATS[leader]}) if round_.started or seat != leader else None  # GJ-2.4


def reporting(round_: GoujiState, seat: int, said: int) -> Violation | None:
    """The violation by reporting a false number of cards, at ten or fewer (GJ-2.5)."""
    left = round_.table.left[seat]
    if left > REPORTED or round_.least_left(seat) <= said <= left:
        return None
    return Violation(FALSE_REPORT, False, {"expected": left, "actual": said})  # GJ-2.5


def laying(round_: GoujiState, seat: int, whole: CardSet, sets: Sequence[CardSet]) -> Violation | None:
    """The violation by laying out anything but the whole rest, in sets (GJ-2.6, GJ-3.1)."""
    left = round_.table.left[seat]
    if not round_.table.holds(seat, whole.cards) or not round_.least_left(seat) <= whole.size <= left:
        return Violation(NOT_THE_WHOLE_HAND, False, {"tiles": whole.text, "expected": left, "actual": whole.size})  # GJ-2.6
    mixed = next((one for one in sets if one.rank == MIXED), None)
    return None if mixed is None else Violation(MIXED_RANKS, False, {"tiles": mixed.text})  # GJ-3.1


def declaring(round_: GoujiState) -> Violation | None:
    """The violation by declaring after the first play that the opposite will not open (GJ-7.4)."""
    return Violation(TOO_LATE_TO_DECLARE) if round_.started else None  # GJ-7.4
