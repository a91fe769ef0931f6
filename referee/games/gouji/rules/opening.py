"""開點: who has opened, by the charter or at the table (GJ-7.1 to GJ-7.3)."""

from __future__ import annotations

from referee.games.gouji.clauses import GJ
from referee.games.gouji.table.cards import BIG, FOUR
from referee.games.gouji.table.seats import ALL, BIT, OPPOSITE
from referee.games.gouji.table.sets import CardSet

CHARTER = GJ["GJ-7.2"]
TABLE = GJ["GJ-7.3"]

AGAINST_A_REVOLT = 3
"""How many sets of a seat whose opposite has revolted must stand (GJ-7.2)."""


class Opening:
    """The seats that have opened so far, as a mask; ``closed`` are those that can no longer open (GJ-7.2).

    ``wanted``: how many more sets of a seat must stand, where it is more than one.
    """

    __slots__ = ("closed", "opened", "points", "pure", "wanted")

    def __init__(self, points: str) -> None:
        self.points = points
        self.opened = 0
        self.closed = 0
        self.pure = -1
        self.wanted: dict[int, int] = {}

    def revolted(self, seat: int) -> None:
        """Note that a seat has revolted: three sets of its opposite must stand (GJ-7.2)."""
        self.wanted[OPPOSITE[seat]] = AGAINST_A_REVOLT

    def stood(self, seat: int, top: CardSet, tangled: bool) -> None:
        """Note a set that nobody has beaten."""
        self.pure = -1
        if self.points == "charter":
            big = top.bigs > 0 or top.rank == BIG
            if top.gouji and not big and not tangled and not self.closed & BIT[seat]:
                self.wanted[seat] = self.wanted.get(seat, 1) - 1
                if not self.wanted[seat]:
                    self.opened |= BIT[seat]
        elif self.points == "table" and top.pure and not tangled:
            self.pure = seat

    def led(self, seat: int, new: CardSet) -> None:
        """Note the lead of the next trick: leading 4s right after a pure set that nobody beat opens (GJ-7.3)."""
        if seat == self.pure and new.rank == FOUR:
            self.opened |= BIT[seat]
        self.pure = -1

    def finished(self, seat: int, place: int) -> None:
        """Note that a seat went out, as the first, second …: later sets may no longer open (GJ-7.2)."""
        if place == 1:
            self.closed |= BIT[seat] | BIT[OPPOSITE[seat]]
        elif place == 2:
            self.closed = ALL
