"""The referee of one round: takes its moves in order and collects findings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from referee.core.record import Move, Round
from referee.core.verdict import Finding
from referee.notation import limits


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


def is_counted(findings: Sequence[Finding], more: dict[str, int], code: str) -> bool:
    """Whether a round lists enough findings, and one of this code: then another is counted in ``more``."""
    if len(findings) < limits.ROUND_FINDINGS:
        return False
    if code not in more and all(finding.code != code for finding in findings):
        return False
    more[code] = more.get(code, 0) + 1
    return True


def listed(findings: Sequence[Finding], more: dict[str, int], most: int) -> list[Finding]:
    """The first ``most`` findings, and the first of each code; the others are counted in ``more``."""
    if len(findings) <= most:
        return list(findings)
    found, codes = list(findings[:most]), {finding.code for finding in findings[:most]}
    for finding in findings[most:]:
        if finding.code in codes:
            more[finding.code] = more.get(finding.code, 0) + 1
        else:
            codes.add(finding.code)
            found.append(finding)
    return found
