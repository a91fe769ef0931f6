"""Tables that order who may have a tile: 截胡 (TBL-6) and 過碰 (TBL-18)."""

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


class PengLock(Mechanism):
    """Objects to a peng of a kind that its seat has let go since its last draw: the rivers show it."""

    __slots__ = ()

    follows_play = True

    def objects_to_claim(self, round_: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by a peng of a kind that was passed."""
        return priority_checks.passed_peng(round_, seat) if kind == "peng" else None
