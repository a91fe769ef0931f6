"""The fans of SBR: added up, and 2 to their number is the value, up to the limit (SBR-5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from referee.games.sbr.clauses import SBR
from referee.games.sbr.options import Options
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import UNLIMITED, Fan, FanTable, WinValue, fan_entry, kongs
from referee.mahjong.hand.hand_flags import (
    AFTER_KONG,
    FOUR_MELDS,
    KONG,
    LAST_TILE,
    ON_REPLACEMENT,
    ONE_SUIT,
    ROBBING,
    SEVEN_PAIRS,
    TRIPLETS,
)
from referee.mahjong.hand.readings import Reading
from referee.mahjong.hand.tiles import count
from referee.rulebook import Rules

FAN: Final = SBR["SBR-5.2"]

PLAIN: Final = fan_entry("pinghe", 0, FAN)
"""平和: no other fan."""


def gen(reading: Reading) -> int:
    """根: the kinds of which four, or with a tile that could not come a fifth (SBR-6.5), are held without a kong."""
    candidate = reading.candidate
    return candidate.quads() + sum(meld.kind == "peng" and count(candidate.keys, meld.tile) == 2 for meld in candidate.melds)


TABLE: Final = FanTable(
    [
        Fan("gang", 1, FAN, KONG, kongs),
        Fan("gen", 1, FAN, 0, gen),
        Fan("daduizi", 1, FAN, TRIPLETS),
        Fan("jingoudiao", 1, FAN, FOUR_MELDS),
        Fan("qingyise", 2, FAN, ONE_SUIT),
        Fan("qidui", 2, FAN, SEVEN_PAIRS),
        Fan("gangshanghua", 1, FAN, ON_REPLACEMENT),
        Fan("gangshangpao", 1, FAN, AFTER_KONG),
        Fan("qianggang", 1, FAN, ROBBING),
        Fan("haidi", 1, FAN, LAST_TILE),
    ]
)
"""The fans in the order of a verdict."""


def valued(rules: Rules, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
    """The value of a hand by each of these readings, the best first (MJ-4.4, SBR-5.2)."""
    limit, found = _limit(rules), []
    for reading in by_readings:
        fans = TABLE.entries(reading) or (PLAIN,)
        found.append((sum([fan.value for fan in fans]), fans, reading))
    found.sort(key=lambda value: value[0], reverse=True)
    return [WinValue(value := 1 << min(fan, limit), fans, value, reading) for fan, fans, reading in found]


@lru_cache
def _limit(rules: Rules) -> int:
    """The most fan that count (SBR-5.2, SBR-2.4)."""
    cap = Options.of(rules).cap
    return UNLIMITED if cap is None else cap
