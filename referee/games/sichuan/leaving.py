"""Leaving the table (逃跑) and what it costs (SCM-5.1 to SCM-5.3)."""

from __future__ import annotations

from typing import Final

from referee.games.sichuan.rulebook import SCM, Options
from referee.mahjong.ledger import WITH_A_WIN
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import IN, LEFT

PENALTY: Final = SCM["SCM-5.2"]
WINNER_LEAVES: Final = SCM["SCM-5.3"]

FINE: Final = 32
"""What leaving before a win costs, in units (SCM-5.2)."""
SHARE: Final = 8
"""What each of the other players receives of it where stakes are wealth (SCM-5.2)."""
FORFEITED: Final = (*WITH_A_WIN, "kong-transfer")
"""What winners who leave give up (SCM-5.3)."""


class Leaving(Mechanism):
    """The seats that have left after winning, each with its move."""

    __slots__ = ("leavers",)

    def __init__(self) -> None:
        self.leavers: list[tuple[int, int]] = []

    def left(self, round_: RoundState, seat: int) -> None:
        """Write the fine of a seat that leaves (SCM-5.2); what it forfeits as a winner is settled at the end of the round."""
        if round_.table.states[seat] == IN:
            self._fine(round_, seat)
        else:
            self.leavers.append((seat, round_.number))

    def over(self, round_: RoundState) -> None:
        """Take back what winners who left had won, and the kong money that came with it (SCM-5.3)."""
        ledger = round_.ledger
        for seat, move in self.leavers:
            won = [line for line in ledger.lines if line.payee == SEATS[seat] and line.reason in FORFEITED]
            for line in won:
                ledger.move(seat, None, line.points, "leave", WINNER_LEAVES, move)

    def _fine(self, round_: RoundState, seat: int) -> None:
        shared = 0
        if Options.of(round_.rules).stakes == "wealth":
            for other, state in enumerate(round_.table.states):
                if other != seat and state != LEFT:
                    round_.ledger.pay(seat, other, SHARE, "leave", PENALTY, round_.number)
                    shared += SHARE
        round_.ledger.pay(seat, None, FINE - shared, "leave", PENALTY, round_.number)
