"""The referee of one round: takes its moves in order and collects findings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from referee.core.record import Move, Round
from referee.core.verdict import Finding


@mypyc_attr(allow_interpreted_subclasses=True)
class RoundReferee(ABC):
    """A round that is refereed by its game."""

    __slots__ = ()

    agrees: ClassVar[bool] = False
    """Whether it writes payments that the table has agreed on into its ledger (TBL-15); else they are kept from it."""

    findings: list[Finding]
    """What was found so far, in the order of the moves."""

    @abstractmethod
    def move(self, number: int, move: Move) -> bool:
        """Referee the next move (counted from 1); False if the replay of the round stops at it."""

    def ends_as(self, round_: Round) -> None:
        """Take what the record says at the end of a round, where the round was set up without it: places, what was played."""

    @abstractmethod
    def finish(self) -> None:
        """End the round where its record ends."""

    def moves(self, moves: Sequence[Move]) -> None:
        """Referee all moves of a round, as far as its replay goes."""
        for number, move in enumerate(moves, 1):
            if not self.move(number, move):
                return
