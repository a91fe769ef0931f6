"""The fans of 四川麻將: the highest shape that fits (SCM-3.1), and additions (SCM-3.2, SCM-3.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from referee.games.sichuan.clauses import SCM
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import Fan, FanTable
from referee.mahjong.hand.hand_flags import (
    AFTER_KONG,
    ALL_258,
    EARTH,
    FOUR_IN_HAND,
    FOUR_SETS,
    HEAVEN,
    KONG,
    ON_REPLACEMENT,
    ONE_SUIT,
    OUTSIDE,
    ROBBING,
    SEVEN_PAIRS,
    TRIPLETS,
)
from referee.mahjong.hand.readings import Reading, readings
from referee.verdict import FanEntry

SHAPE: Final = SCM["SCM-3.1"]
ADDED: Final = SCM["SCM-3.2"]

SHAPES: Final = FanTable(
    (
        Fan("pinghu", "平胡", 1, SHAPE, FOUR_SETS),
        Fan("duiduihu", "對對胡", 2, SHAPE, TRIPLETS),
        Fan("qingyise", "清一色", 3, SHAPE, FOUR_SETS | ONE_SUIT),
        Fan("daiyaojiu", "帶幺九", 3, SHAPE, OUTSIDE),
        Fan("qidui", "七對", 3, SHAPE, SEVEN_PAIRS),
        Fan("qingdui", "清對", 4, SHAPE, TRIPLETS | ONE_SUIT),
        Fan("jiangdui", "將對", 4, SHAPE, TRIPLETS | ALL_258),
        Fan("longqidui", "龍七對", 5, SHAPE, SEVEN_PAIRS | FOUR_IN_HAND),
        Fan("qingqidui", "清七對", 5, SHAPE, SEVEN_PAIRS | ONE_SUIT),
        Fan("qingyaojiu", "清幺九", 5, SHAPE, OUTSIDE | ONE_SUIT),
        Fan("tianhu", "天胡", 6, SHAPE, HEAVEN),
        Fan("dihu", "地胡", 6, SHAPE, EARTH),
        Fan("qinglongqidui", "青龍七對", 6, SHAPE, SEVEN_PAIRS | FOUR_IN_HAND | ONE_SUIT),
    )
)
"""The shapes in the order of the table: of equal readings the one further down counts (SCM-3.5)."""

WITH_A_DRAGON: Final = ("longqidui", "qinglongqidui")
"""Shapes that a four of a kind makes: that one is no 根 (SCM-3.3)."""

ROOT: Final = FanEntry("gen", "根", 1, ADDED.id)
"""根: a four of a kind in hand and melds that is no kong."""


def gang(reading: Reading) -> int:
    """The number of 杠: every kong of the winner counts."""
    return sum(len(meld.tiles) == 4 for meld in reading.candidate.melds)


EXTRAS: Final = FanTable(
    (
        Fan("gangshanghua", "杠上花", 1, ADDED, ON_REPLACEMENT),
        Fan("gangshangpao", "杠上炮", 1, ADDED, AFTER_KONG),
        Fan("qianggang", "搶杠", 1, ADDED, ROBBING),
        Fan("gang", "杠", 1, ADDED, KONG, gang),
    )
)


def valued(candidate: CandidateHand) -> list[tuple[int, tuple[FanEntry, ...], Reading]]:
    """The 番 of a hand by each of its readings, uncapped, with their entries, the best first (MJ-4.4, SCM-3.5)."""
    found = []
    for reading in readings(candidate):
        order, shape, dragons = shaped(reading.hand_flags)
        fans = (shape, *EXTRAS.entries(reading), *(ROOT,) * (candidate.quads() - dragons))
        found.append((sum([fan.value for fan in fans]), order, fans, reading))
    found.sort(key=lambda value: value[:2], reverse=True)
    return [(total, fans, reading) for total, _, fans, reading in found]


@lru_cache(maxsize=4096)
def shaped(hand_flags: int) -> tuple[int, FanEntry, int]:
    """The highest shape that fits, a 根 that it leaves out counted against it: its place in the table, its entry, and whether it
    leaves one out."""
    fitting = [(fan.value - (fan.code in WITH_A_DRAGON), SHAPES.fans.index(fan), fan) for fan in SHAPES.possible(hand_flags)]
    _, order, shape = max(fitting, key=lambda fan: fan[:2])
    return order, shape.entry(), int(shape.code in WITH_A_DRAGON)


def multiplier(fan: int, max_fan: int | None) -> int:
    """2^(番−1); 番 above the limit count as the limit (SCM-3.4)."""
    capped = fan if max_fan is None else min(fan, max_fan)
    return int(2 ** (capped - 1))
