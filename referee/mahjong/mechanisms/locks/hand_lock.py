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

    __slots__ = ("locks", "round")

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        self.locks: list[FindingTemplate | None] = [None] * round_.seats

    def lock(self, seat: int, raises: FindingTemplate) -> None:
        """Lock a hand, and subscribe to its discards and to all claims and kongs."""
        if not any(self.locks):
            self.round.on_claim += (self,)
            self.round.on_kong += (self,)
        self.locks[seat] = raises
        if self not in self.round.on_discard[seat]:
            self.round.on_discard[seat] += (self,)

    def release(self, seat: int) -> None:
        """Unlock a hand."""
        if self.locks[seat] is None:
            return
        self.locks[seat] = None
        self.round.on_discard[seat] = self._without_this(self.round.on_discard[seat])
        if not any(self.locks):
            self.round.on_claim = self._without_this(self.round.on_claim)
            self.round.on_kong = self._without_this(self.round.on_kong)

    def locks_hand(self, seat: int) -> bool:
        """Whether it has locked the hand of this seat."""
        return self.locks[seat] is not None

    def _without_this(self, mechanisms: tuple[Mechanism, ...]) -> tuple[Mechanism, ...]:
        return tuple([other for other in mechanisms if other is not self])

    def objects_to_discard(self, seat: int, kind: int) -> Violation | None:
        """The violation by discarding another tile than the one just drawn."""
        lock = self.locks[seat]
        return None if lock is None else lock_checks.locked_discard(self.round.table, seat, kind, lock)

    def objects_to_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """The violation by any claim but a kong that leaves the waits unchanged."""
        lock = self.locks[seat]
        return None if lock is None else lock_checks.locked_claim(self.round, seat, kind, own, lock)

    def objects_to_own_kong(self, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by a kong that changes what the hand waits for."""
        lock = self.locks[seat]
        return None if lock is None else lock_checks.locked_kong(self.round, seat, own, meld, lock)


class WinnersLock(HandLock):
    """Winners who stay in play: from the win on the hand is locked, and may win again."""

    __slots__ = ("raises",)

    def __init__(self, round_: RoundState, raises: FindingTemplate) -> None:
        super().__init__(round_)
        self.raises = raises
        round_.on_win += (self,)

    def won(self, win: Win, seat: int) -> None:
        """Lock the hand of a winner."""
        self.lock(seat, self.raises)
