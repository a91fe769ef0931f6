"""The check that only 四川麻將 has: a win that had to be taken."""

from __future__ import annotations

from typing import Final

from referee.games.sichuan.clauses import SCM
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.rules.violation import Violation

DECLINED: Final = SCM["SCM-2.3"].raises("forced-win-declined")
ADVISED: Final = DECLINED.as_note()


def declined(tile: int | None, advised: bool) -> Violation:
    """The violation by a seat that had to win on this tile, or should have, and lets the play go on (SCM-2.3)."""
    name = None if tile is None else NAMES[tile]
    return (
        Violation(ADVISED, False, {"tile": name, "reason": "advised"}) if advised else Violation(DECLINED, False, {"tile": name})
    )
