"""The fans of 衡陽麻將: the types of a big win, added together (HYM-4.2), or else the small win's (HYM-4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.games.hengyang.clauses import HYM
from referee.mahjong.circumstances import earth, heaven, last_tile, on_replacement
from referee.mahjong.fans import PAIRS, STANDARD, Fan, Holding, Reading, entries, readings
from referee.mahjong.tiles import RANK
from referee.rulebook import Clause
from referee.verdict import FanEntry

SMALL = HYM["HYM-4.1"]
DECLARED = HYM["HYM-3.2"]
SELF_DRAWN = HYM["HYM-5.1"]

SHAPELESS = "shapeless"
"""The reading of a hand as fourteen tiles and nothing more (HYM-4.3)."""

PAIR_RANKS = (2, 5, 8)
"""The ranks of the 將 tiles (HYM-1.1)."""

EXPOSED = ("chi", "peng", "direct", "added")
"""The melds that are not concealed (HYM-4.1, HYM-4.5)."""


def pair_of_258(reading: Reading) -> bool:
    """Four sets and a pair of 2, 5 or 8."""
    return reading.shape == STANDARD and reading.pair is not None and RANK[reading.pair] in PAIR_RANKS


def jiangyise(reading: Reading) -> bool:
    """將一色: all tiles, melds included, are 2, 5 or 8; no shape needed."""
    return all(RANK[kind] in PAIR_RANKS for kind in reading.holding.kinds())


def pengpenghu(reading: Reading) -> bool:
    """碰碰胡: four triplets or kongs and any pair."""
    return reading.triplets_only()


def quanqiuren(reading: Reading) -> bool:
    """全求人: four exposed melds, one tile in hand, and a pair of 2, 5 or 8."""
    return pair_of_258(reading) and sum(meld.kind in EXPOSED for meld in reading.holding.melds) == 4


def qingyise(reading: Reading) -> bool:
    """清一色: one suit, any pair, standard shape or seven pairs."""
    return reading.shape != SHAPELESS and len(reading.holding.suits()) == 1


def qixiaodui(reading: Reading) -> bool:
    """七小對: any seven pairs but those of 龍七對."""
    return reading.shape == PAIRS and not longqidui(reading)


def longqidui(reading: Reading) -> bool:
    """龍七對: seven pairs won on the fourth of three in hand, or self-drawn with a four of a kind."""
    if reading.shape != PAIRS:
        return False
    holding = reading.holding
    if holding.by == "draw":
        return holding.quads() > 0
    return holding.tile is not None and holding.copies(holding.tile) == 4


def gangshangkaihua(reading: Reading) -> bool:
    """杠上開花: self-drawn after a kong, on the replacement or on a tile that dice gave."""
    return on_replacement(reading) or (reading.holding.by == "draw" and "dice" in reading.holding.flags)


def waived(reading: Reading) -> bool:
    """Whether the reading wins without a pair of 2, 5 or 8 (HYM-4.13)."""
    return any(holds(reading) for holds in (jiangyise, pengpenghu, qingyise, qixiaodui, longqidui))


class Type(NamedTuple):
    """One type of big win: code, Chinese name, 番 on a discard and by self-draw (0: not so), clause, and what has it."""

    code: str
    name: str
    discard: int
    draw: int
    clause: Clause
    holds: Callable[[Reading], bool]


TYPES = (
    Type("jiangyise", "將一色", 6, 3, HYM["HYM-4.3"], jiangyise),
    Type("pengpenghu", "碰碰胡", 6, 3, HYM["HYM-4.4"], pengpenghu),
    Type("quanqiuren", "全求人", 6, 3, HYM["HYM-4.5"], quanqiuren),
    Type("qingyise", "清一色", 6, 3, HYM["HYM-4.6"], qingyise),
    Type("qixiaodui", "七小對", 6, 3, HYM["HYM-4.7"], qixiaodui),
    Type("longqidui", "龍七對", 7, 4, HYM["HYM-4.8"], longqidui),
    Type("gangshangkaihua", "杠上開花", 0, 3, HYM["HYM-4.9"], gangshangkaihua),
    Type("haidilaoyue", "海底撈月", 0, 3, HYM["HYM-4.10"], last_tile),
    Type("tianhu", "天胡", 0, 3, HYM["HYM-4.11"], heaven),
    Type("dihu", "地胡", 3, 0, HYM["HYM-4.12"], earth),
)
"""The types in the order of the rulebook's table."""

BIG = {
    "discard": tuple(Fan(kind.code, kind.name, kind.discard, kind.clause, kind.holds) for kind in TYPES if kind.discard),
    "draw": tuple(Fan(kind.code, kind.name, kind.draw, kind.clause, kind.holds) for kind in TYPES if kind.draw),
}
"""The table of big wins by how the winning tile came (HYM-4.2)."""


def pinghe(reading: Reading) -> bool:
    """平和: four sets and a pair of 2, 5 or 8."""
    return pair_of_258(reading)


def menqianqing(reading: Reading) -> bool:
    """門前清: nothing exposed; a concealed kong is not."""
    return not any(meld.kind in EXPOSED for meld in reading.holding.melds)


def zimo(reading: Reading) -> bool:
    """自摸: self-drawn, where a table adds 番 for it (HYM-5.1)."""
    return reading.holding.by == "draw"


def declared(word: str) -> Callable[[Reading], int]:
    """How often a kind of 扳牌 was declared that counts with the win (HYM-3.2); ``flag_of`` tells it to the hand."""
    return lambda reading: sum(flag.startswith(f"{word} ") for flag in reading.holding.flags)


def flag_of(word: str, number: int) -> str:
    """The circumstance that a kind of 扳牌 was declared, for the first, second … time."""
    return f"{word} {number}"


BANS = {"queyimen": "缺一門", "sixi": "四喜", "liuliushun": "六六順"}
"""The kinds of 扳牌 (HYM-3.1)."""

PINGHE = (Fan("pinghe", "平和", 1, SMALL, pinghe), Fan("menqianqing", "門前清", 1, SMALL, menqianqing))
SELF_DRAW = (Fan("zimo", "自摸", 1, SELF_DRAWN, zimo),)
ADDED = tuple(Fan(word, name, 1, DECLARED, declared(word)) for word, name in BANS.items())
"""What is added to a small win only (HYM-3.2, HYM-5.1)."""


class Valued(NamedTuple):
    """A reading that wins: big or small, its 番 and what makes them."""

    big: bool
    value: int
    fans: tuple[FanEntry, ...]
    reading: Reading


def valued(holding: Holding, self_draw_bonus: int) -> Iterator[Valued]:
    """Every reading that wins, with its 番 (HYM-4.1 to HYM-4.13)."""
    small = (*PINGHE, *SELF_DRAW * self_draw_bonus, *ADDED)
    for reading in shapes(holding):
        if not (pair_of_258(reading) or waived(reading)):
            continue
        fans = entries(BIG[holding.by], reading)
        big = bool(fans)
        fans = fans or entries(small, reading)
        yield Valued(big, sum(fan.value for fan in fans), fans, reading)


def shapes(holding: Holding) -> Iterator[Reading]:
    """Every reading, that without a shape last (HYM-4.3)."""
    yield from readings(holding)
    yield Reading(holding, SHAPELESS)
