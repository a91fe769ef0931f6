"""Locked hands: they may discard only the tile just drawn, claim nothing but a win, and lay a kong only if their waits stay.

A hand is locked by a declaration (``ready_lock``), or by a rule of one game; each by the clause that it then breaks.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from referee.core.verdict import Win
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.rules.checks import lock_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.rulebook import FindingTemplate


@mypyc_attr(allow_interpreted_subclasses=True)
class HandLock(Mechanism):
    """The locked hands of a round, each with the finding that a forbidden move raises."""

    __slots__ = ("locks",)

    def __init__(self, round_: RoundState) -> None:
        self.locks: list[FindingTemplate | None] = [None] * round_.seats

    def lock(self, round_: RoundState, seat: int, raises: FindingTemplate) -> None:
        """Lock a hand; from now on its discards are watched."""
        self.locks[seat] = raises
        round_.hooks.ask_of_discards(self, seat)

    def release(self, round_: RoundState, seat: int) -> None:
        """Unlock a hand."""
        self.locks[seat] = None
        round_.hooks.ask_no_more(self, seat)

    def locks_hand(self, round_: RoundState, seat: int) -> bool:
        """Whether it has locked the hand of this seat."""
        return self.locks[seat] is not None

    def objects_to_discard(self, round_: RoundState, seat: int, kind: int) -> Violation | None:
        """The violation by discarding another tile than the one just drawn."""
        lock = self.locks[seat]
        return None if lock is None else lock_checks.locked_discard(round_.table, seat, kind, lock)

    def objects_to_claim(self, round_: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by any claim but a kong that leaves the waits unchanged."""
        lock = self.locks[seat]
        return None if lock is None else lock_checks.locked_claim(round_, seat, kind, own, lock)

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by a kong that changes what the hand waits for."""
        lock = self.locks[seat]
        return None if lock is None else lock_checks.locked_kong(round_, seat, own, meld, lock)


class WinnersLock(HandLock):
    """Winners who stay in play: from the win on the hand is locked, and may win again."""

    __slots__ = ("raises",)

    def __init__(self, round_: RoundState, raises: FindingTemplate) -> None:
        super().__init__(round_)
        self.raises = raises

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Lock the hand of a winner."""
        self.lock(round_, seat, self.raises)
