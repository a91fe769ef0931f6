"""截胡: of several who can win on one tile the first in turn alone may (TBL-6)."""

from __future__ import annotations

from referee.mahjong.rules.checks import priority_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation


class OneWinner(Mechanism):
    """Objects to a win on a tile that another has won on, or that a seat before it in turn has declared to win on."""

    __slots__ = ()

    def bars_win(self, round_: RoundState, seat: int) -> Violation | None:
        """The violation by a win on a tile that is another's (TBL-6)."""
        return priority_checks.preceded(round_, seat)
