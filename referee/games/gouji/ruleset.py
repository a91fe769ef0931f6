"""The kind of table that is played at: the options of 夠級, resolved once for all the rounds that use them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from referee.rulebook import Rules


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What tables of 夠級 agree on. ``points``: how a player opens, ``off``, ``charter`` or ``table`` (GJ-7.1)."""

    bie3: bool
    points: str
    tribute: bool
    hui4: bool
    headless: str
    double_fine: bool


@lru_cache(maxsize=128)
def ruleset(rules: Rules) -> Ruleset:
    """The table that these rules play at."""
    chosen = rules.options
    return Ruleset(
        bie3=bool(chosen["bie3"]),
        points=str(chosen["points_mode"]),
        tribute=bool(chosen["tribute"]),
        hui4=bool(chosen["hui4"]),
        headless=str(chosen["headless"]),
        double_fine=bool(chosen["double_fine"]),
    )
