"""The table of 四川麻將: what each seat has passed since its own last draw (SCM-2.8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracle.mahjong import payments, table
from tests.oracle.mahjong.table import SEATS
from tests.oracle.sichuan.round import worth


@dataclass
class Table(table.Table):
    """The table with its locks."""

    options: dict[str, Any] = field(default_factory=dict)
    piao: list[int] = field(default_factory=lambda: [0] * 4)
    locks: list[int] = field(default_factory=lambda: [0] * 4)
    offers: dict[int, int] = field(default_factory=dict)
    """Who could win on what lies there, and for how much, whatever is locked."""

    def locked(self, seat: int) -> bool:
        """Whether the win that this seat could make on another's tile is worth no more than one that it passed."""
        return self.options["pass_lock"] == "turn" and 0 < self.offers.get(seat, 0) <= self.locks[seat]

    def move(self, token: str) -> None:
        """Carry out a legal move; who could win on the tile before it and did not has passed that win."""
        seat, after_kong = SEATS.index(token[0]), self.how == "replaced"
        if token[1:].startswith(".hu"):
            self.offers.pop(seat, None)
            if self.phase != "act" and self.options.get("multi_win") == "next":  # TBL-6
                self.offers = {other: value for other, value in self.offers.items() if self.before(other, seat)}
        elif token[1:].startswith(("+", ".peng", ".gang")):
            for other, value in self.offers.items():
                self.locks[other] = max(self.locks[other], value)
            self.offers = {}
        super().move(token)
        if token[1] == "+":
            self.locks[seat] = 0
        elif token[1] == "-":
            self.offers = self.worth_to_others(seat, "discard", {"gangshangpao"} if after_kong else set())
        elif token[1:].startswith(".bugang"):
            self.offers = self.worth_to_others(seat, "rob", set())

    def before(self, other: int, winner: int) -> bool:
        """Whether a seat comes before a winner, in turn from whose tile it is."""
        return (other - self.seat) % 4 < (winner - self.seat) % 4

    def worth_to_others(self, seat: int, by: str, flags: set[str]) -> dict[int, int]:
        """What the last tile would be worth to everybody else still in."""
        flags |= {"haidi"} if not self.wall else set()
        values = {
            other: worth([*self.hands[other], self.tile], self.melds[other], self.options, by, frozenset(flags))
            for other in self.playing(seat)
        }
        return {other: value for other, value in values.items() if value and payments.enough(self.options, value, by)}
