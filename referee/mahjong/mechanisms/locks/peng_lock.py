"""過碰: a peng of a kind that a seat has passed is locked until it draws (TBL-18)."""

from __future__ import annotations

from referee.mahjong.rules.checks import priority_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation


class PengLock(Mechanism):
    """Objects to a peng of a kind that its seat has let go since its last draw: the rivers show it."""

    __slots__ = ("round",)

    follows_play = True

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        round_.on_claim += (self,)

    def objects_to_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by a peng of a kind that was passed."""
        return priority_checks.passed_peng(self.round, seat) if kind == "peng" else None
