"""開點: who has opened, by the charter or at the table (GJ-7.1 to GJ-7.3, GJ-11.3)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.gouji.cards import BIG, FOUR
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.table.seats import ALL, BIT, OPPOSITE, listed
from referee.games.gouji.table.sets import CardSet
from referee.games.gouji.table.table import GoujiTable

CHARTER = GJ["GJ-7.2"]
TABLE = GJ["GJ-7.3"]
ADDED = GJ["GJ-11.3"]

AGAINST_A_REVOLT = 3
"""How many sets of a seat whose opposite has revolted must stand (GJ-7.2)."""


class Opening:
    """The seats that have opened so far, as a mask; ``closed`` are those that can no longer open (GJ-7.2).

    ``wanted``: how many more sets of a seat must stand, where it is more than one. ``unclear``: seats of which it is not known
    whether they have opened, since their cards were not seen; ``at_once``: whether it takes all fours held (GJ-11.3).
    """

    __slots__ = ("at_once", "closed", "opened", "points", "pure", "unclear", "wanted")

    def __init__(self, rules: TableRules, hands: Sequence[Sequence[int]]) -> None:
        self.points = rules.points_mode
        self.at_once = rules.fours_at_once == "on"
        self.opened = self.unclear = 0
        self.closed = 0
        self.pure = -1
        self.wanted: dict[int, int] = {}
        if rules.open_without_fours == "on":
            for seat, hand in enumerate(hands):
                if not any(hand):
                    self.unclear |= BIT[seat]
                elif not hand[FOUR]:
                    self.opened |= BIT[seat]

    def revolted(self, seat: int, opens: bool) -> None:
        """Note that a seat has revolted, and whether that opens: three sets of its opposite must stand (GJ-7.2)."""
        self.wanted[OPPOSITE[seat]] = AGAINST_A_REVOLT
        self.unclear &= ~BIT[seat]
        self.opened = self.opened & ~BIT[seat] | BIT[seat] * opens

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

    def led(self, seat: int, new: CardSet, table: GoujiTable) -> None:
        """Note the lead of the next trick, which has left the hand: 4s right after a pure set that nobody beat open (GJ-7.3),
        or only all 4s held (GJ-11.3)."""
        if seat == self.pure and new.rank == FOUR and not (self.at_once and table.hands[seat][FOUR]):
            if self.at_once and table.unseen[seat]:
                self.unclear |= BIT[seat]
            else:
                self.opened |= BIT[seat]
        self.pure = -1

    def showed_four(self, seat: int) -> None:
        """Note that an unseen hand has held a four until now."""
        self.unclear &= ~BIT[seat]

    def settle(self, table: GoujiTable) -> None:
        """Open the seats in doubt all of whose cards have been shown by now: they held no four that was not."""
        for seat in listed(self.unclear) if self.unclear else ():
            if not table.unseen[seat]:
                self.opened |= BIT[seat]
                self.unclear &= ~BIT[seat]

    def finished(self, seat: int, place: int) -> None:
        """Note that a seat went out, as the first, second …: later sets may no longer open (GJ-7.2)."""
        if place == 1:
            self.closed |= BIT[seat] | BIT[OPPOSITE[seat]]
        elif place == 2:
            self.closed = ALL
