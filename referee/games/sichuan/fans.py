"""The fans of 四川麻將: the highest shape that fits (SCM-3.1), additions (SCM-3.2, SCM-3.3), and what tables change (SCM-3.6,
SCM-3.7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from referee.games.sichuan.rulebook import SCM, Options
from referee.mahjong.fan_options import FAN, lines_of
from referee.mahjong.hand.conditions import Holds
from referee.mahjong.hand.hand_flags import FOUR_KONGS, FOUR_MELDS
from referee.mahjong.hand.readings import Reading
from referee.mahjong.hand.valuation import Ladder, Scoring, Valuation
from referee.rulebook import Rules
from referee.rulebook.fan_lines import FanLine

OWN_ROOTS: Final = {"longqidui": 1, "qinglongqidui": 1}
"""Shapes that a four of a kind makes: that one is no 根 (SCM-3.3)."""


def jingoudiao(reading: Reading) -> bool:
    """金鉤釣: a single tile left in the hand."""
    return bool(reading.hand_flags & FOUR_MELDS)


def fewer_kongs(reading: Reading) -> bool:
    """金鉤釣 beside 十八羅漢: a single tile left in the hand, and not four kongs."""
    return bool(reading.hand_flags & FOUR_MELDS and not reading.hand_flags & FOUR_KONGS)


@lru_cache
def lines_by(rules: Rules) -> Mapping[str, FanLine]:
    """The table of fans by these rules."""
    options = Options.of(rules)
    lines = lines_of(SCM, rules, {code for code, counts in _agreed(options).items() if not counts})
    if "longqidui" in lines and "longqidui" not in rules.family(FAN):
        lines["longqidui"] = lines["longqidui"].worth(options.longqidui, options.longqidui)
    return lines


def bonus(rules: Rules) -> int:
    """The units that each payer of an own draw pays beside the value (SCM-4.9)."""
    line = lines_by(rules).get("zimojiadi")
    return line.draw if line else 0


@lru_cache
def ladder(rules: Rules) -> Ladder:
    """What fan are worth: 1 for one, twice as much for each further one, up to the limit (SCM-3.4)."""
    return Ladder(rules, lambda fan: 1 << max(fan - 1, 0), lines_by(rules)["pinghu"].draw, Options.of(rules).max_fan)


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    lines, steps = lines_by(rules), ladder(rules)
    return Scoring(rules, lambda out: Valuation(lines, rules, steps, OWN_ROOTS, own=_own(lines, out), without=out))


def _own(lines: Mapping[str, FanLine], without: frozenset[str]) -> Mapping[str, Holds]:
    """The condition of 金鉤釣, beside 十八羅漢 where that counts."""
    return {"jingoudiao": fewer_kongs if "shibaluohan" in lines and "shibaluohan" not in without else jingoudiao}


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
        "zimojiadi": options.self_draw == "bonus",
        "shibaluohan": options.shibaluohan,
        "jingoudiao": options.jingoudiao,
        "menqing": options.menqing_zhongzhang,
        "zhongzhang": options.menqing_zhongzhang,
    }
