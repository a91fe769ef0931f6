"""Locked hands: of who has won, and ready hands that their players declare (lay open, report)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from mypy_extensions import mypyc_attr

from referee.core.verdict import Text, Win
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.rules.checks import lock_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.table import OFFERED, Table
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


@mypyc_attr(allow_interpreted_subclasses=True)
class ReadyLock(HandLock):
    """The seats that have declared a ready hand, in order. A game says when it is allowed, and what a late one violates."""

    __slots__ = ("declared", "locked", "mark", "not_ready", "verb")

    def __init__(self, round_: RoundState, verb: str, locked: FindingTemplate, not_ready: FindingTemplate, mark: Text) -> None:
        super().__init__(round_)
        self.verb, self.locked, self.not_ready, self.mark = verb, locked, not_ready, mark
        self.declared: list[int] = []
        round_.hooks.verbs[verb] = self.declare

    @abstractmethod
    def in_time(self, round_: RoundState, seat: int) -> bool:
        """Whether this seat may declare now."""

    def late(self, round_: RoundState, seat: int) -> FindingTemplate:
        """The finding that a late declaration raises."""
        return self.not_ready

    def declare(self, round_: RoundState, act: Act) -> None:
        """Carry out a declaration. If it is late, after an own win, or the hand is not ready, it has no effect."""
        seat = act.seat
        violation = lock_checks.declaring(round_, seat, self.in_time(round_, seat), self.late(round_, seat), self.not_ready)
        if violation is not None:
            round_.note(violation, seat)
        elif self.locks[seat] is None:
            self.lock(round_, seat, self.locked)
            self.declared.append(seat)

    def noted(self, round_: RoundState, act: Act) -> bool:
        """A declaration on a score sheet counts; whether the hand was ready is asked of the hand that was shown."""
        if act.verb == self.verb and act.seat not in self.declared:
            self.declared.append(act.seat)
        return act.verb == self.verb

    def standing(self, round_: RoundState, seat: int) -> Iterable[str]:
        """The verb, as a circumstance of every later win of its seat."""
        return (self.verb,) if seat in self.declared else ()

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for a hand that was declared."""
        return (self.mark,) if seat in self.declared else ()

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """The declaration by every seat, while the round goes on."""
        return () if round_.progress else [f"{letter}.{self.verb}" for letter in SEATS[: round_.seats]]


def just_discarded(table: Table, seat: int) -> bool:
    """Whether the latest move of the play was this seat's discard, and nobody has claimed it."""
    return table.phase == OFFERED and table.offerer == seat and table.offer is not None and table.offered == "discard"


def as_dealt(table: Table, seat: int) -> bool:
    """Whether the hand is still as it was dealt: nothing drawn, discarded or melded."""
    return not (table.draws[seat] or table.discards[seat] or table.melds[seat])
