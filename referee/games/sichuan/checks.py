"""The check that only 四川麻將 has: a win that had to be taken."""

from __future__ import annotations

from typing import Final

from referee.games.sichuan.clauses import SCM
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.rules.violation import Violation

DECLINED: Final = SCM["SCM-2.3"].raises("forced-win-declined")


def declined(tile: int | None) -> Violation:
    """The violation by a seat that had to win on this tile and lets the play go on (SCM-2.3)."""
    return Violation(DECLINED, False, {"tile": None if tile is None else NAMES[tile]})  # SCM-2.3
