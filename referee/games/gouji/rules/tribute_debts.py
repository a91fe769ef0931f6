"""The tribute that a round leaves to be paid at the start of the next one (GJ-7.4 to GJ-7.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.verdict import JSON
from referee.games.gouji.cards import RANKS
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.rules.places import swept
from referee.games.gouji.table.seats import BIT, OPPOSITE, SEATS

DECLARATIONS = GJ["GJ-7.4"]
BY_CHARTER = GJ["GJ-7.5"]
BY_TABLE = GJ["GJ-7.6"]
KINDS = GJ["GJ-7.7"]

MUFFLED, BURNED, POINTS, PLACES, SWEPT = "muffled", "burned", "points", "places", "swept"
ORDER: Mapping[str, int] = {MUFFLED: 1, BURNED: 2, POINTS: 3, PLACES: 4, SWEPT: 4}
"""The kinds of tribute in the order in which they are paid: 悶貢, 燒貢, 點貢, 落貢 or what stands for it after 串三戶."""

OPEN_DECLARED, BEFORE_DECLARED = "mingdian", "yudian"
FINE: Mapping[str, int] = {OPEN_DECLARED: 2, BEFORE_DECLARED: 4}

PAID_AT_TABLE: Mapping[tuple[bool, bool, bool, bool], int] = {
    (True, True, True, False): 0,
    (True, True, False, False): 2,
    (True, True, True, True): 2,
    (True, True, False, True): 4,
    (False, False, True, False): 0,
    (False, False, False, False): 1,
    (False, False, True, True): 0,
    (False, False, False, True): 1,
    (True, False, True, False): 0,
    (True, False, False, False): 1,
    (True, False, True, True): 2,
    (True, False, False, True): 3,
    (False, True, True, False): 0,
    (False, True, False, False): 2,
    (False, True, True, True): 0,
    (False, True, False, True): 3,
}
"""What I pay, by whether I and my opposite declared, and I and my opposite opened (GJ-7.6)."""


class Debt(NamedTuple):
    """Cards that one seat owes another, and the reason."""

    payer: int
    payee: int
    number: int
    reason: str

    def as_dict(self) -> dict[str, JSON]:
        return {"from": SEATS[self.payer], "to": SEATS[self.payee], "count": self.number, "reason": self.reason}


class Outcome(NamedTuple):
    """The results of a round that decide tribute: places, who muffled and burned whom, who opened, who declared."""

    places: Sequence[int]
    muffles: Sequence[tuple[int, int]]
    burns: Sequence[tuple[int, int, int]]
    opened: int
    declared: Mapping[int, str]


def owed(rules: TableRules, outcome: Outcome) -> list[Debt]:
    """The tribute of a round, in the order in which it is to be paid (GJ-7.7)."""
    if not rules.tribute:
        return []
    debts = owed_for_plays(rules, outcome.muffles, outcome.burns)
    if rules.points_mode != "off":
        debts += _points(rules, outcome)
    return debts + list(owed_for_places(rules, outcome.places))


def owed_for_plays(rules: TableRules, muffles: Sequence[tuple[int, int]], burns: Sequence[tuple[int, int, int]]) -> list[Debt]:
    """The tribute that is owed whatever the places: 悶貢 and 燒貢 (GJ-7.7)."""
    if not rules.tribute:
        return []
    return [Debt(seat, by, 1, MUFFLED) for seat, by in muffles] + [
        Debt(victim, burner, count, BURNED) for victim, burner, count in burns
    ]


def agreed(debts: Sequence[Debt], daluo: int) -> list[Debt]:
    """The debts with 落貢 paid as two last players of one side agreed: this seat pays as 大落, the other as 二落 (GJ-7.7)."""
    payers = [debt.payer for debt in debts if debt.reason == PLACES]
    if daluo not in payers[1:]:
        return list(debts)
    other = {payers[0]: payers[1], payers[1]: payers[0]}
    return [debt._replace(payer=other[debt.payer]) if debt.reason == PLACES else debt for debt in debts]


def _points(rules: TableRules, outcome: Outcome) -> Iterator[Debt]:
    pays = _by_charter if rules.points_mode == "charter" else _by_table
    for seat in (0, 3, 1, 4, 2, 5):
        count = pays(rules, outcome, seat)
        if count:
            yield Debt(seat, OPPOSITE[seat], count, POINTS)


def _by_charter(rules: TableRules, outcome: Outcome, seat: int) -> int:
    """Debts for not having opened, or as the opposite declared; with the fine for a wrong declaration (GJ-7.5)."""
    opposite = OPPOSITE[seat]
    count = 0
    if not outcome.opened & BIT[seat]:
        count = FINE.get(outcome.declared.get(opposite, ""), 1)
    if outcome.opened & BIT[opposite]:
        count += FINE.get(outcome.declared.get(seat, ""), 0) * (2 if rules.double_fine else 1)
    return count


def _by_table(rules: TableRules, outcome: Outcome, seat: int) -> int:
    opposite = OPPOSITE[seat]
    mine, theirs = outcome.opened & BIT[seat] > 0, outcome.opened & BIT[opposite] > 0
    return PAID_AT_TABLE[seat in outcome.declared, opposite in outcome.declared, mine, theirs]


def owed_for_places(rules: TableRules, order: Sequence[int]) -> Iterator[Debt]:
    """Debts by places: 大落 and 二落 to 頭科 and 二科; after 串三戶 each beaten seat to its opposite, or nobody."""
    if swept(order):
        for seat in reversed(order[3:]) if rules.sweep_tribute else ():
            yield Debt(seat, OPPOSITE[seat], 1, SWEPT)
    else:
        yield Debt(order[5], order[0], 2, PLACES)
        yield Debt(order[4], order[1], 1, PLACES)


BUYING, RETURNING, DONE = 0, 5, 6
"""The stages, the four kinds of tribute lying between buying and returning."""


class TributeDesk:
    """``debts`` is None where the round before is not known, ``open`` what of them is still to be paid; ``received`` counts by
    rank what each seat was paid. ``paid``: whether any tribute was."""

    __slots__ = ("debts", "open", "paid", "received", "returns", "stage")

    def __init__(self, debts: Sequence[Debt] | None, buying: bool) -> None:
        self.debts = debts
        self.open = list(debts or ())
        self.paid = False
        self.returns: list[Debt] = []
        """落貢 that was paid and is not returned yet, each with the number of cards."""
        self.received = [[0] * len(RANKS) for _ in SEATS]
        self.stage = BUYING if buying else BUYING + 1
