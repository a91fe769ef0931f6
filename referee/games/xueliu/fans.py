"""The fans of 血流成河: the dearest shape, what is added to it, and what tables agree on (XLC-3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from referee.games.xueliu.clauses import XLC
from referee.games.xueliu.options import Options
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import UNLIMITED, Fan, FanTable, WinValue, closed, fan_entry, no_ends
from referee.mahjong.hand.hand_flags import (
    AFTER_KONG,
    ALL_258,
    EARTH,
    FOUR_IN_HAND,
    FOUR_MELDS,
    FOUR_SETS,
    HEAVEN,
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

VALUE: Final = XLC["XLC-3.1"]

SHAPES: Final = (
    Fan("pinghu", 0, VALUE, FOUR_SETS),
    Fan("duiduihu", 1, VALUE, TRIPLETS),
    Fan("qingyise", 2, VALUE, FOUR_SETS | ONE_SUIT),
    Fan("qidui", 2, VALUE, SEVEN_PAIRS),
    Fan("jingoudiao", 2, VALUE, FOUR_MELDS),
    Fan("qingdui", 3, VALUE, TRIPLETS | ONE_SUIT),
    Fan("longqidui", 3, VALUE, SEVEN_PAIRS | FOUR_IN_HAND),
    Fan("jiangdui", 3, VALUE, TRIPLETS | ALL_258),
    Fan("qingqidui", 4, VALUE, SEVEN_PAIRS | ONE_SUIT),
    Fan("qingjingoudiao", 4, VALUE, FOUR_MELDS | ONE_SUIT),
    Fan("qinglongqidui", 5, VALUE, SEVEN_PAIRS | FOUR_IN_HAND | ONE_SUIT),
    Fan("tianhu", 6, VALUE, HEAVEN),
    Fan("dihu", 6, VALUE, EARTH),
    Fan("shibaluohan", 6, VALUE, FOUR_MELDS),
    Fan("qingshibaluohan", 8, VALUE, FOUR_MELDS | ONE_SUIT),
)
"""The shapes: of two that come to the same the one further down is named."""

ALL_KONGS: Final = 4
OWN_ROOTS: Final = {"longqidui": 1, "qinglongqidui": 1}
"""Shapes that a four of a kind makes, which is no 根 then."""
OWN_KONGS: Final = {"shibaluohan": ALL_KONGS, "qingshibaluohan": ALL_KONGS}
"""Shapes that kongs make, which are not counted again."""

KONG: Final = fan_entry("gang", 1, VALUE)
ROOT: Final = fan_entry("gen", 1, VALUE)
"""根: a four of a kind in hand and melds that is no kong."""
BONUS: Final = fan_entry("zimojiadi", 1, VALUE)
"""自摸加底: a point more from each who pays for an own draw. It is no fan, no limit holds it, and the value is without it."""


EXTRAS: Final = (
    Fan("gangshanghua", 1, VALUE, ON_REPLACEMENT),
    Fan("gangshangpao", 1, VALUE, AFTER_KONG),
    Fan("qianggang", 1, VALUE, ROBBING),
    Fan("haidi", 1, VALUE, LAST_TILE),
    Fan("zimojiafan", 1, VALUE, SELF_DRAWN),
    Fan("daiyaojiu", 2, VALUE, OUTSIDE),
    Fan("menqing", 1, VALUE, 0, closed),
    Fan("zhongzhang", 1, VALUE, 0, no_ends),
)
"""What is added to the shape, in the order of a verdict, before kongs and 根."""


class Scoring:
    """What hands are worth by one set of options."""

    def __init__(self, options: Options) -> None:
        off = _left_out(options)
        self.shapes = FanTable([fan for fan in SHAPES if fan.code not in off])
        self.extras = FanTable([fan for fan in EXTRAS if fan.code not in off])
        self.limit = UNLIMITED if options.cap is None else options.cap
        self.bonus = options.self_draw == "bonus"
        self._shaped: dict[tuple[int, bool], tuple[int, FanEntry, int, int]] = {}

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """The value of a hand by each of these readings, the best first (MJ-4.4); fan beyond the limit count in the order, not
        in the value."""
        found, roots = [], candidate.quads()
        kongs = sum([len(meld.tiles) == 4 for meld in candidate.melds])
        for reading in by_readings:
            key = reading.hand_flags, kongs == ALL_KONGS
            order, shape, own_roots, own_kongs = self._shaped.get(key) or self._shape(key)
            added = (*self.extras.entries(reading), *(KONG,) * (kongs - own_kongs), *(ROOT,) * (roots - own_roots))
            fans = (shape, *added)
            found.append((sum([fan.value for fan in fans]), order, fans, reading))
        if len(found) > 1:
            found.sort(key=lambda value: value[:2], reverse=True)
        more: tuple[FanEntry, ...] = (BONUS,) if self.bonus and candidate.by == "draw" else ()
        return [WinValue(value := 1 << min(fan, self.limit), fans + more, value, reading) for fan, _, fans, reading in found]

    def _shape(self, key: tuple[int, bool]) -> tuple[int, FanEntry, int, int]:
        """The dearest shape that fits, what it leaves out of 根 and kongs counted against it: its place in the table, its entry,
        and how many of each it leaves out."""
        having, all_kongs = key
        fitting = [
            (fan.value - OWN_ROOTS.get(fan.code, 0) - OWN_KONGS.get(fan.code, 0), self.shapes.fans.index(fan), fan)
            for fan in self.shapes.possible(having)
            if all_kongs or fan.code not in OWN_KONGS
        ]
        _, order, shape = max(fitting, key=lambda fan: fan[:2])
        found = order, shape.entry(), OWN_ROOTS.get(shape.code, 0), OWN_KONGS.get(shape.code, 0)
        self._shaped[key] = found
        return found


def _left_out(options: Options) -> set[str]:
    """The fans that this table does not have."""
    agreed = {
        "jiangdui": options.jiangdui == "on",
        "daiyaojiu": options.daiyaojiu == "on",
        "menqing": options.menqing_zhongzhang == "on",
        "zhongzhang": options.menqing_zhongzhang == "on",
        "zimojiafan": options.self_draw == "double",
    }
    return {code for code, counts in agreed.items() if not counts}


def bonus(rules: Rules) -> int:
    """The points that each payer of an own draw pays beside the value (XLC-3.1)."""
    return BONUS.value if Options.of(rules).self_draw == "bonus" else 0


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    return Scoring(Options.of(rules))
