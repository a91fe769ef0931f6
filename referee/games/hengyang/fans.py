"""The fans of 衡陽麻將: the types of a big win, added together (HYM-4.2), or else the small win (HYM-4.1)."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Final

from referee.games.hengyang.rulebook import HYM, Options
from referee.mahjong.fan_options import ADDED, FAN, lines_of
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.conditions import Holds, won_on
from referee.mahjong.hand.fans import FanTable, WinValue, added, entry, fan
from referee.mahjong.hand.hand_flags import ALL_258, FOUR_IN_HAND, ON_REPLACEMENT, PAIR_258
from referee.mahjong.hand.readings import Reading, readings
from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, UNIT
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


def single_wait(rules: Rules) -> Holds:
    """獨聽: of all kinds the winning tile's alone makes a win, by the game's own fans of this table (HYM-4.1, HYM-4.13)."""

    def holds(reading: Reading) -> bool:
        tile, candidate, (first, last) = won_on(reading), reading.candidate, Options.of(rules).span()
        if tile is None:
            return False
        others = [kind for kind in range(9 * HONOURS) if first <= RANK[kind] <= last and kind != tile]
        return not any(_wins_on(rules, candidate, tile, kind) for kind in others)

    return holds


def _wins_on(rules: Rules, candidate: CandidateHand, tile: int, kind: int) -> bool:
    """Whether the hand would win with another kind in place of its winning tile; one of which it holds all copies is none."""
    if candidate.copies(kind) == 4:
        return False
    keys = list(candidate.keys)
    keys[SUIT[tile]] -= UNIT[tile]
    keys[SUIT[kind]] += UNIT[kind]
    other, usual = CandidateHand(keys, candidate.melds, kind, candidate.by, candidate.flags), _types(rules)
    return any(usual.wins(reading) for reading in [*readings(other), Reading(other, SHAPELESS)])


def _own(rules: Rules, lines: Container[str]) -> Mapping[str, Holds]:
    """The game's own conditions; without 龍七對 all seven pairs are 七小對."""
    own = {**OWN, "single_wait": single_wait(rules)}
    return own if "longqidui" in lines else {**own, "qixiaodui": bool}


class Types:
    """What hands are worth by one set of rules: the types of a big win, added together, or else the small win."""

    def __init__(self, rules: Rules, without: frozenset[str]) -> None:
        table = lines_by(rules)
        lines = {code: line for code, line in table.items() if code not in without}
        own = _own(rules, lines)
        big = [line for line in lines.values() if line.kind != SMALL_WIN]
        small = [line for line in lines.values() if line.kind == SMALL_WIN and not line.plain]
        times = {"zimo": 1 if "zimo" in rules.family(FAN) else Options.of(rules).self_draw_bonus}
        self.big = {by: Together(big, rules, by, own, without, beside=False) for by in ("draw", "discard")}
        self.small = FanTable([fan(line, own) for line in small for _ in range(times.get(line.code, 1))])
        self.beside = FanTable(added(rules, ADDED, own, without))
        self.plain = (entry(table["pinghe"]),)
        self.winning = [fan(table[code], _own(rules, table)) for code in WINNING if code in table]

    def wins(self, reading: Reading) -> bool:
        """Whether a reading wins by the game's own fans, be it by one that does not count beside another (HYM-4.13, TBL-2)."""
        return bool(reading.hand_flags & PAIR_258) or any(one.of(reading) for one in self.winning)

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """Every winning reading with its 番 (HYM-4.1 to HYM-4.13)."""
        found, big = [], self.big["draw" if candidate.by == "draw" else "discard"]
        for reading in by_readings:
            if reading.shape == SHAPELESS and not reading.hand_flags & ALL_258:
                continue
            factors = big.factors.entries(reading)
            for types in big.entries(reading)[not self.wins(reading) :]:
                fans = (types or self.plain + self.small.entries(reading)) + self.beside.entries(reading)
                value = sum([one.value for one in fans]) * prod([one.value for one in factors])
                found.append(WinValue(value, fans + factors, value + BIG_FIRST if types else value, reading))
        return found


@lru_cache
def _types(rules: Rules) -> Types:
    return Types(rules, frozenset())


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    return Scoring(rules, lambda without: Types(rules, without), _own(rules, lines_by(rules)))


def valued(rules: Rules, candidate: CandidateHand) -> list[WinValue]:
    """Every winning reading with its 番; the one without a shape last (HYM-4.3)."""
    return scoring(rules).valued(candidate, [*readings(candidate), Reading(candidate, SHAPELESS)])
