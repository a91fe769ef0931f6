"""What is still to be bought, paid and returned before the first play of a round (GJ-7.7 to GJ-8.2)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.gouji.cards import RANKS
from referee.games.gouji.rules.tribute_debts import Debt
from referee.games.gouji.table.seats import SEATS

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
