"""The fans of 衡陽麻將: the types of a big win, added together (HYM-4.2), or else the small win (HYM-4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Final

from referee.games.hengyang.clauses import HYM
from referee.games.hengyang.options import Options
from referee.mahjong.fan_options import ADDED, FAN, SHAPE, lines_of
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.conditions import Holds, parsed
from referee.mahjong.hand.fans import FanTable, WinValue, added, fan
from referee.mahjong.hand.hand_flags import FOUR_IN_HAND, ON_REPLACEMENT, PAIR_258
from referee.mahjong.hand.readings import Reading, readings
from referee.mahjong.hand.valuation import Scoring, Together
from referee.rulebook import Rules
from referee.rulebook.fan_lines import FanLine

SMALL: Final = HYM["HYM-4.1"]

SHAPELESS: Final = "shapeless"
"""The reading of a hand as fourteen tiles and nothing more (HYM-4.3)."""


def qixiaodui(reading: Reading) -> bool:
    """七小對: any seven pairs except those of 龍七對."""
    return not longqidui(reading)


def longqidui(reading: Reading) -> bool:
    """龍七對: seven pairs won on the fourth of three in hand, or self-drawn with a four of a kind."""
    candidate = reading.candidate
    if candidate.by == "draw":
        return bool(reading.hand_flags & FOUR_IN_HAND)
    return candidate.tile is not None and candidate.copies(candidate.tile) == 4


def gangshangkaihua(reading: Reading) -> bool:
    """槓上開花: self-drawn after a kong, on the replacement or on a tile that dice gave."""
    return bool(reading.hand_flags & ON_REPLACEMENT) or "dice" in reading.candidate.flags


def declared(word: str) -> Callable[[Reading], int]:
    """How often a kind of 扳牌 was declared that counts with the win (HYM-3.2); ``declarations`` tell it to the hand."""
    return lambda reading: sum(flag.startswith(f"{word} ") for flag in reading.candidate.flags)


BANS: Final = ("queyimen", "sixi", "liuliushun")
"""The kinds of 扳牌: 缺一門, 四喜, 六六順 (HYM-3.1)."""
OWN: Final[Mapping[str, Holds]] = {
    "gangshangkaihua": gangshangkaihua,
    "longqidui": longqidui,
    "qixiaodui": qixiaodui,
    **{word: declared(word) for word in BANS},
}
SMALL_WIN: Final = "small"
"""The kind of the lines of a small win; all others are types of a big one."""
WINNING: Final = ("jiangyise", "pengpenghu", "qingyise", "qixiaodui", "longqidui")
"""The types that win without a pair of 2, 5 or 8 (HYM-4.13)."""
BIG_FIRST: Final = 1000
"""What goes before any 番 where two readings are compared: a big win (HYM-4.2)."""


@lru_cache
def lines_by(rules: Rules) -> Mapping[str, FanLine]:
    """The table of fans by these rules."""
    options = Options.of(rules)
    agreed = {"menqianqing": options.menqianqing == "add", "zimo": options.self_draw_bonus > 0}
    return lines_of(HYM, rules, {code for code, counts in agreed.items() if not counts})


class Types:
    """What hands are worth by one set of rules: the types of a big win, added together, or else the small win."""

    def __init__(self, rules: Rules, without: frozenset[str]) -> None:
        lines = {code: line for code, line in lines_by(rules).items() if code not in without}
        own = dict(OWN)
        if "longqidui" not in lines:
            own["qixiaodui"] = bool
        big = [line for line in lines.values() if line.kind != SMALL_WIN]
        small = [line for line in lines.values() if line.kind == SMALL_WIN]
        times = {"zimo": 1 if "zimo" in rules.family(FAN) else Options.of(rules).self_draw_bonus}
        self.big = {by: Together(big, rules, by, own, without, beside=False) for by in ("draw", "discard")}
        self.small = FanTable([fan(line, own) for line in small for _ in range(times.get(line.code, 1))])
        self.beside = FanTable(added(rules, ADDED, own, without))
        self.winning = [PAIR_258, *[parsed(lines[code].when, own)[0] for code in WINNING if code in lines]]
        self.winning += [house.hand_flags for house in added(rules, SHAPE, own, without)]

    def wins(self, hand_flags: int) -> bool:
        """Whether these hand flags suffice for some kind of win (HYM-4.13)."""
        return any(not needed & ~hand_flags for needed in self.winning)

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """Every winning reading with its 番 (HYM-4.1 to HYM-4.13)."""
        found, big = [], self.big["draw" if candidate.by == "draw" else "discard"]
        for reading in by_readings:
            if not self.wins(reading.hand_flags):
                continue
            factors = big.factors.entries(reading)
            for types in big.entries(reading):
                fans = (types or self.small.entries(reading)) + self.beside.entries(reading)
                value = sum([one.value for one in fans]) * prod([one.value for one in factors])
                found.append(WinValue(value, fans + factors, value + BIG_FIRST if types else value, reading))
        return found


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    return Scoring(rules, lambda without: Types(rules, without))


def valued(rules: Rules, candidate: CandidateHand) -> list[WinValue]:
    """Every winning reading with its 番; the one without a shape last (HYM-4.3)."""
    return scoring(rules).valued(candidate, [*readings(candidate), Reading(candidate, SHAPELESS)])
