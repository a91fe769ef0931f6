"""False wins (詐和) that are carried out: the player goes out as if he had won, gives his kong fees back and pays a penalty, and
the others play on."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.verdict import Text, Win
from referee.mahjong.mechanisms.faults.penalties import Penalties
from referee.mahjong.mechanisms.kongs.kong_fees import KongFees
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import winning
from referee.rulebook import Clause


class FalseWins(Mechanism):
    """What a win that was none costs. One with three suits takes the place of what its seat was charged earlier in the round.

    ``mark`` is what the board shows of who is out by one."""

    __slots__ = ("clause", "fees", "mark", "out", "penalties")

    def __init__(self, fees: KongFees, penalties: Penalties, clause: Clause, mark: Text) -> None:
        self.fees, self.penalties, self.clause, self.mark = fees, penalties, clause, mark
        self.out: set[int] = set()

    def false_win(self, round_: RoundState, win: Win, seat: int) -> None:
        """Give the kong fees of the seat back, and charge the penalty."""
        self.fees.refund(round_, [seat], self.clause)
        if winning.candidate(round_.table, seat, round_.table.offer, win.by).suits() > 2:
            self.penalties.strike(round_, seat)
        self.penalties.charge(round_, seat)
        self.out.add(seat)

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for who is out by a win that was none."""
        return (self.mark,) if seat in self.out else ()
