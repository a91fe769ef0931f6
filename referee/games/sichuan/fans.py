"""The fans of 四川麻將: the highest shape that fits (SCM-3.1), additions (SCM-3.2, SCM-3.3), and what tables change (SCM-3.6,
SCM-3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.options import Options
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import UNLIMITED, Fan, FanTable, WinValue, closed, fan_entry, kongs, no_ends
from referee.mahjong.hand.hand_flags import (
    AFTER_KONG,
    ALL_258,
    EARTH,
    FOUR_IN_HAND,
    FOUR_MELDS,
    FOUR_SETS,
    HEAVEN,
    KONG,
    LAST_TILE,
    ON_REPLACEMENT,
    ONE_SUIT,
    OUTSIDE,
    ROBBING,
    SELF_DRAWN,
    SEVEN_PAIRS,
    TRIPLETS,
)
from referee.mahjong.hand.readings import Reading
from referee.rulebook import Rules
from referee.verdict import FanEntry

SHAPE: Final = SCM["SCM-3.1"]
ADDED: Final = SCM["SCM-3.2"]
AGREED: Final = SCM["SCM-3.6"]
SELF_DRAW_BONUS: Final = SCM["SCM-4.9"]

SHAPES: Final = (
    Fan("pinghu", 1, SHAPE, FOUR_SETS),
    Fan("duiduihu", 2, SHAPE, TRIPLETS),
    Fan("qingyise", 3, SHAPE, FOUR_SETS | ONE_SUIT),
    Fan("daiyaojiu", 3, SHAPE, OUTSIDE),
    Fan("qidui", 3, SHAPE, SEVEN_PAIRS),
    Fan("qingdui", 4, SHAPE, TRIPLETS | ONE_SUIT),
    Fan("jiangdui", 4, SHAPE, TRIPLETS | ALL_258),
    Fan("longqidui", 5, SHAPE, SEVEN_PAIRS | FOUR_IN_HAND),
    Fan("qingqidui", 5, SHAPE, SEVEN_PAIRS | ONE_SUIT),
    Fan("qingyaojiu", 5, SHAPE, OUTSIDE | ONE_SUIT),
    Fan("tianhu", 6, SHAPE, HEAVEN),
    Fan("dihu", 6, SHAPE, EARTH),
    Fan("qinglongqidui", 6, SHAPE, SEVEN_PAIRS | FOUR_IN_HAND | ONE_SUIT),
)
"""The shapes in the order of the table: of equal readings the one further down counts (SCM-3.5)."""

WITH_A_DRAGON: Final = ("longqidui", "qinglongqidui")
"""Shapes that a four of a kind makes: that one is no 根 (SCM-3.3)."""

ROOT: Final = fan_entry("gen", 1, ADDED)
"""根: a four of a kind in hand and melds that is no kong."""
BONUS: Final = fan_entry("zimojiadi", 1, SELF_DRAW_BONUS)
"""自摸加底: a unit more from each who pays for a self-draw; no fan, and no limit holds it (SCM-4.9)."""


def four_kongs(reading: Reading) -> bool:
    """十八羅漢: four kongs and a pair."""
    return kongs(reading) == 4


def on_discard(reading: Reading) -> bool:
    """海底炮: on a discard, where the last tile itself is won on by drawing it."""
    return reading.candidate.by == "discard"


EXTRAS: Final = (
    Fan("gangshanghua", 1, ADDED, ON_REPLACEMENT),
    Fan("gangshangpao", 1, ADDED, AFTER_KONG),
    Fan("qianggang", 1, ADDED, ROBBING),
    Fan("haidi", 1, AGREED, LAST_TILE | SELF_DRAWN),
    Fan("haidipao", 1, AGREED, LAST_TILE, on_discard),
    Fan("zimojiafan", 1, SELF_DRAW_BONUS, SELF_DRAWN),
    Fan("shibaluohan", 1, AGREED, FOUR_MELDS, four_kongs),
    Fan("jingoudiao", 1, AGREED, FOUR_MELDS),
    Fan("menqing", 1, AGREED, 0, closed),
    Fan("zhongzhang", 1, AGREED, 0, no_ends),
    Fan("gang", 1, ADDED, KONG, kongs),
)
"""What is added to the shape, in the order of a verdict."""


def fewer_kongs(reading: Reading) -> bool:
    """金鉤釣 beside 十八羅漢: a single tile left in the hand, and not four kongs."""
    return not four_kongs(reading)


class Scoring:
    """What hands are worth by one set of options."""

    def __init__(self, options: Options) -> None:
        off = {code for code, counts in _agreed(options).items() if not counts}
        shapes = [fan._replace(value=options.longqidui) if fan.code == "longqidui" else fan for fan in SHAPES]
        both = options.jingoudiao and options.shibaluohan
        extras = [fan._replace(holds=fewer_kongs) if both and fan.code == "jingoudiao" else fan for fan in EXTRAS]
        self.shapes = FanTable([fan for fan in shapes if fan.code not in off])
        self.extras = FanTable([fan for fan in extras if fan.code not in off])
        self.limit = UNLIMITED if options.max_fan is None else options.max_fan
        self.bonus = options.self_draw == "bonus"
        self._shaped: dict[int, tuple[int, FanEntry, int]] = {}

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """The value of a hand by each of these readings, the best first (MJ-4.4, SCM-3.5); fan beyond the limit count in the
        order, not in the value (SCM-3.4)."""
        found, quads = [], candidate.quads()
        for reading in by_readings:
            order, shape, dragons = self._shaped.get(reading.hand_flags) or self._shape(reading.hand_flags)
            fans = (shape, *self.extras.entries(reading), *(ROOT,) * (quads - dragons))
            found.append((sum([fan.value for fan in fans]), order, fans, reading))
        if len(found) > 1:
            found.sort(key=lambda value: value[:2], reverse=True)
        more: tuple[FanEntry, ...] = (BONUS,) if self.bonus and candidate.by == "draw" else ()  # SCM-4.9
        return [WinValue(value := 1 << min(fan, self.limit) - 1, fans + more, value, reading) for fan, _, fans, reading in found]

    def _shape(self, hand_flags: int) -> tuple[int, FanEntry, int]:
        """The highest shape that fits, a 根 that it leaves out counted against it: its place in the table, its entry, and
        whether it leaves one out."""
        fitting = [
            (fan.value - (fan.code in WITH_A_DRAGON), self.shapes.fans.index(fan), fan)
            for fan in self.shapes.possible(hand_flags)
        ]
        _, order, shape = max(fitting, key=lambda fan: fan[:2])
        self._shaped[hand_flags] = found = order, shape.entry(), int(shape.code in WITH_A_DRAGON)
        return found


def _agreed(options: Options) -> dict[str, bool]:
    """The fans that a table may have or not, each with whether this one has it (SCM-3.6, SCM-3.7, SCM-4.9)."""
    return {
        "daiyaojiu": options.daiyaojiu,
        "qingyaojiu": options.daiyaojiu,
        "jiangdui": options.jiangdui,
        "tianhu": options.tiandihu,
        "dihu": options.tiandihu,
        "haidi": options.haidi != "off",
        "haidipao": options.haidi == "both",
        "zimojiafan": options.self_draw == "double",
        "shibaluohan": options.shibaluohan,
        "jingoudiao": options.jingoudiao,
        "menqing": options.menqing_zhongzhang,
        "zhongzhang": options.menqing_zhongzhang,
    }


def bonus(rules: Rules) -> int:
    """The units that each payer of an own draw pays beside the value (SCM-4.9)."""
    return BONUS.value if Options.of(rules).self_draw == "bonus" else 0


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    return Scoring(Options.of(rules))
