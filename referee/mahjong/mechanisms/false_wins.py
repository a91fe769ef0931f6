"""False wins (詐和), as two kinds of tables have them: carried out like wins, or paid for and left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.core.game.agreed import AGREED
from referee.core.verdict import Text, Win
from referee.mahjong.mechanisms.kong_fees import KongFees
from referee.mahjong.mechanisms.penalties import Penalties
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import winning
from referee.mahjong.table.table import LEFT
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


REASON: Final = "false-win"


class RefusedWins(Mechanism):
    """The cost of a false win, in units for each of the others. ``ends``: the round ends with it."""

    __slots__ = ("ends", "units")

    def __init__(self, units: int, ends: bool) -> None:
        self.units, self.ends = units, ends

    def refused_win(self, round_: RoundState, seat: int) -> None:
        """Write what everybody who has not left the table receives; nothing else changes, unless the round ends."""
        others = [other for other, state in enumerate(round_.table.states) if other != seat and state != LEFT]
        for other in others:
            round_.ledger.pay(seat, other, self.units, REASON, AGREED, round_.number)
        if self.ends:
            round_.end("abandoned")
            round_.table.offer = None
