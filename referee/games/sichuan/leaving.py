"""逃跑: what it costs to leave the table (SCM-5.1 to SCM-5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.options import Options
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import IN, LEFT

if TYPE_CHECKING:
    from referee.mahjong.state import RoundState

PENALTY: Final = SCM["SCM-5.2"]
WINNER_LEAVES: Final = SCM["SCM-5.3"]

FINE: Final = 32
"""What leaving before a win costs, in units (SCM-5.2)."""
SHARE: Final = 8
"""What each of the others in the room receives of it where stakes are wealth (SCM-5.2)."""


def settle(round_: RoundState, seat: int) -> None:
    """Write what a seat pays that leaves the table; what a winner forfeits is known at the round's end."""
    if round_.table.states[seat] == IN:
        _fine(round_, seat)
    else:
        round_.leavers.append((seat, round_.number))


def _fine(round_: RoundState, seat: int) -> None:
    shared = 0
    if Options.of(round_.rules).stakes == "wealth":
        for other, state in enumerate(round_.table.states):
            if other != seat and state != LEFT:
                round_.ledger.pay(seat, other, SHARE, "leave", PENALTY, round_.number)
                shared += SHARE
    round_.ledger.pay(seat, None, FINE - shared, "leave", PENALTY, round_.number)


def forfeit(round_: RoundState) -> None:
    """At the end winners who left receive none of what they won, nor the kong money that came with it (SCM-5.3)."""
    for seat, move in round_.leavers:
        won = [line for line in round_.ledger.lines if line.payee == SEATS[seat] and line.reason in ("win", "kong-transfer")]
        for line in won:
            round_.ledger.move(seat, None, line.points, "leave", WINNER_LEAVES, move)
