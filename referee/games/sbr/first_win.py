"""Who deals next: the first who declared a win; of several on one tile who gave it (SBR-1.2)."""

from __future__ import annotations

from referee.core.verdict import Win
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS


class NextDealer(Mechanism):
    """The first win of a round, a false one too (SBR-4.1), and who deals by it."""

    __slots__ = ("dealer", "first")

    def __init__(self) -> None:
        self.dealer: int | None = None
        self.first: Win | None = None

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Note the first win; others on the same tile make its giver the dealer (SBR-1.2)."""
        if self.first is None:
            self.first, self.dealer = win, seat
        elif win.source and win.source == self.first.source and SEATS.index(self.first.seat) in round_.table.takers:
            self.dealer = SEATS.index(win.source)
