"""The fans of 血流成河: the dearest shape, what is added to it, and what tables agree on (XLC-3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from referee.games.xueliu.rulebook import XLC, Options
from referee.mahjong.fan_options import lines_of
from referee.mahjong.hand.valuation import Ladder, Scoring, Valuation
from referee.rulebook import Rules
from referee.rulebook.fan_lines import FanLine

OWN_ROOTS: Final = {"longqidui": 1, "qinglongqidui": 1}
"""Shapes that a four of a kind makes, which is no 根 then."""
ALL_KONGS: Final = ("shibaluohan", "qingshibaluohan")
"""Shapes that kongs make, which are not counted again."""


@lru_cache
def lines_by(rules: Rules) -> Mapping[str, FanLine]:
    """The table of fans by these rules."""
    return lines_of(XLC, rules, _left_out(Options.of(rules)))


def bonus(rules: Rules) -> int:
    """The points that each payer of an own draw pays beside the value (XLC-3.1)."""
    line = lines_by(rules).get("zimojiadi")
    return line.draw if line else 0


@lru_cache
def ladder(rules: Rules) -> Ladder:
    """What fan are worth: 2 to their number, up to the limit (XLC-3.1)."""
    return Ladder(rules, lambda fan: 1 << fan, lines_by(rules)["pinghu"].draw, Options.of(rules).cap)


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    lines, steps, own_kongs = lines_by(rules), ladder(rules), dict.fromkeys(ALL_KONGS, Options.of(rules).hand // 3)
    return Scoring(rules, lambda out: Valuation(lines, rules, steps, OWN_ROOTS, own_kongs, without=out))


def _left_out(options: Options) -> set[str]:
    """The fans that this table does not have."""
    agreed = {
        "jiangdui": options.jiangdui == "on",
        "daiyaojiu": options.daiyaojiu == "on",
        "menqing": options.menqing_zhongzhang == "on",
        "zhongzhang": options.menqing_zhongzhang == "on",
        "zimojiafan": options.self_draw == "double",
        "zimojiadi": options.self_draw in ("bonus", "unwon"),
    }
    return {code for code, counts in agreed.items() if not counts}
