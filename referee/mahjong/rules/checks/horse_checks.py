"""Checks of horses: the tiles that a winner turns from the wall (TBL-12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.core.verdict import JSON
from referee.mahjong.clauses import MJ
from referee.mahjong.hand.tiles import text
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.table import Table
from referee.mahjong.table.wall import alike

WRONG: Final = MJ["TBL-12"].raises("wrong-horses")
MISSING: Final = MJ["TBL-12"].raises("horses-missing")


def turning(table: Table, tiles: tuple[int, ...], number: int) -> Iterator[Violation]:
    """The violations by turning these horses: not as many as are due, or others than lie in the wall (TBL-12)."""
    front = table.wall.first(number)
    if len(tiles) != number:
        yield Violation(WRONG, False, _turned(number, len(tiles), "count"))  # TBL-12
    elif not alike(front, tiles):
        yield Violation(WRONG, False, _turned(text(front), text(tiles), "wall"))  # TBL-12


def _turned(expected: JSON, actual: JSON, reason: str) -> dict[str, JSON]:
    return {"expected": expected, "actual": actual, "reason": reason}


def missing(due: int) -> Violation:
    """The violation by horses that were due and not turned (TBL-12)."""
    return Violation(MISSING, False, {"expected": due})  # TBL-12
