"""The fans of 衡陽麻將: the types of a big win, added together (HYM-4.2), or else the small win (HYM-4.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from referee.games.hengyang.clauses import HYM
from referee.games.hengyang.options import Options
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import Fan, FanTable, Holds, WinValue
from referee.mahjong.hand.hand_flags import (
    ALL_258,
    EARTH,
    FOUR_IN_HAND,
    FOUR_OPEN_MELDS,
    HEAVEN,
    LAST_TILE,
    ON_REPLACEMENT,
    ONE_SUIT,
    OPEN_MELD,
    PAIR_258,
    SELF_DRAWN,
    SEVEN_PAIRS,
    SHAPED,
    TRIPLETS,
)
from referee.mahjong.hand.readings import Reading, readings
from referee.rulebook import Clause

SMALL: Final = HYM["HYM-4.1"]
DECLARED: Final = HYM["HYM-3.2"]
DRAWN: Final = HYM["HYM-5.1"]

SHAPELESS: Final = "shapeless"
"""The reading of a hand as fourteen tiles and nothing more (HYM-4.3)."""

WINNING: Final = (PAIR_258, ALL_258, TRIPLETS, SHAPED | ONE_SUIT, SEVEN_PAIRS)
"""What wins: a pair of 2, 5 or 8, or what does without it (HYM-4.13)."""


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


class Type(NamedTuple):
    """One type of big win: code, 番 on a discard and on a self-draw (0: it does not count), clause, predicate."""

    code: str
    discard: int
    draw: int
    clause: Clause
    hand_flags: int
    holds: Holds | None = None

    def fan(self, value: int) -> Fan:
        """This type as a line of a table, with this value."""
        return Fan(self.code, value, self.clause, self.hand_flags, self.holds)


TYPES: Final = (
    Type("jiangyise", 6, 3, HYM["HYM-4.3"], ALL_258),
    Type("pengpenghu", 6, 3, HYM["HYM-4.4"], TRIPLETS),
    Type("quanqiuren", 6, 3, HYM["HYM-4.5"], FOUR_OPEN_MELDS | PAIR_258),
    Type("qingyise", 6, 3, HYM["HYM-4.6"], SHAPED | ONE_SUIT),
    Type("qixiaodui", 6, 3, HYM["HYM-4.7"], SEVEN_PAIRS, qixiaodui),
    Type("longqidui", 7, 4, HYM["HYM-4.8"], SEVEN_PAIRS, longqidui),
    Type("gangshangkaihua", 0, 3, HYM["HYM-4.9"], SELF_DRAWN, gangshangkaihua),
    Type("haidilaoyue", 0, 3, HYM["HYM-4.10"], LAST_TILE),
    Type("tianhu", 0, 3, HYM["HYM-4.11"], HEAVEN),
    Type("dihu", 3, 0, HYM["HYM-4.12"], EARTH),
)
"""The types in the order of the rulebook's table."""

BIG: Final = {
    "discard": FanTable([big.fan(big.discard) for big in TYPES if big.discard]),
    "draw": FanTable([big.fan(big.draw) for big in TYPES if big.draw]),
}
"""The table of big wins by how the winning tile came (HYM-4.2)."""


def menqianqing(reading: Reading) -> bool:
    """門前清: no exposed melds; concealed kongs are not exposed."""
    return not reading.hand_flags & OPEN_MELD


def declared(word: str) -> Callable[[Reading], int]:
    """How often a kind of 扳牌 was declared that counts with the win (HYM-3.2); ``declarations`` tell it to the hand."""
    return lambda reading: sum(flag.startswith(f"{word} ") for flag in reading.candidate.flags)


BANS: Final = ("queyimen", "sixi", "liuliushun")
"""The kinds of 扳牌: 缺一門, 四喜, 六六順 (HYM-3.1)."""

PINGHE: Final = (Fan("pinghe", 1, SMALL, PAIR_258),)
MENQIANQING: Final = (Fan("menqianqing", 1, SMALL, 0, menqianqing),)
"""門前清, where a table adds 番 for it (HYM-4.1)."""
ZIMO: Final = (Fan("zimo", 1, DRAWN, SELF_DRAWN),)
"""自摸, where a table adds 番 for it (HYM-5.1)."""
ADDED: Final = tuple(Fan(word, 1, DECLARED, 0, declared(word)) for word in BANS)
"""What is added to a small win only (HYM-3.2)."""


@cache
def small(concealed_bonus: bool, self_draw_bonus: int) -> FanTable:
    """The table of small wins (HYM-4.1)."""
    return FanTable((*PINGHE, *MENQIANQING * concealed_bonus, *ZIMO * self_draw_bonus, *ADDED))


BIG_FIRST: Final = 1000
"""What goes before any 番 where two readings are compared: a big win (HYM-4.2)."""


def valued(candidate: CandidateHand, options: Options) -> list[WinValue]:
    """Every winning reading with its 番 (HYM-4.1 to HYM-4.13); the one without a shape last (HYM-4.3)."""
    found = []
    for reading in [*readings(candidate), Reading(candidate, SHAPELESS)]:
        if not wins(reading.hand_flags):
            continue
        big = BIG[candidate.by].entries(reading)
        fans = big or small(options.menqianqing == "add", options.self_draw_bonus).entries(reading)
        value = sum([fan.value for fan in fans])
        found.append(WinValue(value, fans, value + BIG_FIRST if big else value, reading))
    return found


@lru_cache(maxsize=4096)
def wins(hand_flags: int) -> bool:
    """Whether these hand flags suffice for some kind of win (HYM-4.13)."""
    return any(not needed & ~hand_flags for needed in WINNING)
