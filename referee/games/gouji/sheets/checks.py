"""What can be wrong with a sheet of 夠級, beside what is wrong with a move at any table: its header, what came of its round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.game import sheets
from referee.core.record import Round
from referee.core.verdict import JSON, Finding, Text
from referee.games.gouji.cards import RANKS, TWO
from referee.games.gouji.rulebook import BY_DIFFERENCE, BY_SUM, GJ, Scoring
from referee.games.gouji.rules import ending, tribute_checks
from referee.games.gouji.rules.checks import NO_BURN_HERE, NO_BURNS, NOT_IN_HAND, Violation
from referee.games.gouji.rules.declaration_checks import NOT_ELIGIBLE, NOT_ELIGIBLE_IN_BIE3
from referee.games.gouji.rules.tribute_debts import Debt
from referee.games.gouji.sheets.endings import text
from referee.games.gouji.table.seats import SEATS, listed, partners
from referee.games.gouji.table.sets import CardSet

BAD_SHEET: Final = sheets.BAD_SHEET.in_words(GJ.words)
EACH_ONCE: Final = GJ["GJ-6.1"].raises("places-mismatch")
REVOLTED_PLACE: Final = GJ["GJ-2.3"].raises("places-mismatch")
FROM_BELOW: Final = GJ["GJ-6.2"].raises("places-mismatch")
PUT_LAST: Final = GJ["GJ-9.1"].raises("places-mismatch")
NO_SUCH_SCORES: Final = GJ["GJ-6.3"].raises("score-mismatch")
NO_OTHER_SCORES: Final = GJ["GJ-11.2"].raises("score-mismatch")
NOT_OPENED: Final = GJ["GJ-11.4"].raises("burn-unopened")
OPENED_BY_REVOLT: Final = GJ["GJ-8.3"].raises("opened-mismatch")
CLOSED_BY_REVOLT: Final = GJ["GJ-7.5"].raises("opened-mismatch")

MOVES: Final = Violation(BAD_SHEET, False, {"reason": "moves"})  # PPN-9
"""A sheet of scores alone has moves."""

# -- the header --------------------------------------------------------------------------------------------------------


def unreadable(tag: str, said: str, expected: Text) -> Finding:
    """The finding on a tag that says no such thing (PPN-9)."""
    return BAD_SHEET.finding(_unlike(tag, said, expected))  # PPN-9


def not_muffled(tag: str, said: str | None, expected: Text) -> Violation:
    """The violation by a tag that has somebody muffled who was out in another way."""
    return Violation(BAD_SHEET, False, _unlike(tag, said, expected))  # PPN-9


def _unlike(tag: str, said: str | None, expected: Text) -> dict[str, JSON]:
    return {"expected": dict(expected), "actual": f'[{tag} "{said}"]'}


def no_places(round_: Round) -> Finding:
    """The finding on places that are not six, or name a seat twice (GJ-6.1)."""
    facts: dict[str, JSON] = {"expected": SEATS, "actual": round_.places, "reason": "players"}
    return EACH_ONCE.finding(facts, len(round_.moves))  # GJ-6.1


# -- revolutions and burns ---------------------------------------------------------------------------------------------


def not_eligible(bie3: bool) -> Violation:
    """The violation by a revolution of a seat that was dealt a high card, or a 3 (GJ-2.3, GJ-8.3)."""
    return Violation(NOT_ELIGIBLE_IN_BIE3 if bie3 else NOT_ELIGIBLE)  # GJ-2.3, GJ-8.3


def not_burned() -> Violation:
    """The violation by a burn of one's own or one's opposite's set, or with or of somebody who is out of the round."""
    return Violation(NO_BURN_HERE)  # GJ-5.1


def burner(tangled: bool) -> Violation:
    """The violation by going out burning once more, or when nobody burns any more (GJ-4.8, GJ-5.1)."""
    return Violation(NO_BURNS if tangled else NO_BURN_HERE)  # GJ-4.8, GJ-5.1


def unopened() -> Violation:
    """The violation by burning without having opened, where it takes that."""
    return Violation(NOT_OPENED)  # GJ-11.4


# -- places, openers, scores -------------------------------------------------------------------------------------------


def misplaced(
    said: str | None,
    places: Sequence[int],
    expected: Sequence[int] | None,
    revolted: Sequence[int],
    below: Sequence[int],
    false: Sequence[int],
) -> Violation:
    """The violation by these places, which are not as ``expected`` (None: no certain ones are). ``below``: who was placed from
    the bottom, the lowest first, of them ``false`` by a ruling or for a false burn."""
    tail = [seat for seat in reversed(places) if seat not in revolted]
    if any(seat in places and not _placed_by_revolt(places, seat) for seat in revolted):
        raises = REVOLTED_PLACE  # GJ-2.3
    elif tail[: len(false)] != list(false):
        raises = PUT_LAST  # GJ-9.1
    elif tail[: len(below)] != list(below):
        raises = FROM_BELOW  # GJ-6.2
    else:
        raises = ending.PLACES_MISMATCH  # GJ-6.1
    return Violation(raises, False, {"expected": None if expected is None else text(expected), "actual": said})


def _placed_by_revolt(places: Sequence[int], seat: int) -> bool:
    """Whether a seat that revolted has the fourth place, or the third behind both partners (GJ-2.3)."""
    at = places.index(seat)
    ahead = [other for other in places[:2] if other < 0 or partners(other, seat)]
    if len(ahead) == 2 and -1 in places[:2]:
        return at in (2, 3)
    return at == (2 if len(ahead) == 2 else 3)


def opened(bie3: bool, expected: int, said: str | None) -> Violation:
    """The violation by naming a seat among those who opened, or not, against its revolution; ``expected`` is a mask."""
    facts: dict[str, JSON] = {"expected": " ".join(SEATS[seat] for seat in listed(expected)), "actual": said}
    return Violation(OPENED_BY_REVOLT if bie3 else CLOSED_BY_REVOLT, False, facts)  # GJ-7.5, GJ-8.3


def unsettled(claimed: Mapping[str, int] | None, scoring: Scoring) -> Violation:
    """The violation by places that leave the scores open, where none are claimed, or none that can be (GJ-6.1, GJ-6.3,
    GJ-11.2)."""
    if claimed is None:
        return Violation(ending.NOT_FINISHED, True, {"reason": "sheet"})  # GJ-6.1
    raises = NO_SUCH_SCORES if scoring in (BY_SUM, BY_DIFFERENCE) else NO_OTHER_SCORES  # GJ-6.3, GJ-11.2
    return Violation(raises, True, {"reason": "sheet", "actual": dict(claimed)})


# -- tribute -----------------------------------------------------------------------------------------------------------


def price(paid: CardSet) -> Violation:
    """The violation by buying with anything but one joker or 2 (GJ-8.2)."""
    return Violation(tribute_checks.BAD_BUY, False, {"reason": "price", "expected": RANKS[TWO], "actual": paid.text})  # GJ-8.2


def not_dealt(paid: CardSet) -> Violation:
    """The violation by paying with cards that nobody who revolts was dealt (GJ-2.3)."""
    return Violation(NOT_IN_HAND, False, {"tiles": paid.text})  # GJ-1.2, GJ-2.3


def not_highest(least: int, paid: CardSet) -> Violation:
    """The violation by paying with a higher card than before, the lowest of which had this rank, or with no joker or 2."""
    expected = RANKS[least] * paid.size if least < len(RANKS) else None
    return Violation(tribute_checks.NOT_HIGHEST, False, {"expected": expected, "actual": paid.text})  # GJ-7.8


def unpaid(debt: Debt, paid: int) -> Violation:
    """The violation by paying only so many of the cards that are owed (GJ-7.7, GJ-7.8)."""
    facts: dict[str, JSON] = {"player": SEATS[debt.payee], "expected": debt.number, "actual": paid}
    return Violation(tribute_checks.SHORT if paid else tribute_checks.MISSING, False, facts)  # GJ-7.7, GJ-7.8
