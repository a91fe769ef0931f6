"""The fans of 四川麻將: one shape, the highest that fits (SCM-3.1), and what is added to it (SCM-3.2, SCM-3.3)."""

from __future__ import annotations

from referee.games.sichuan.clauses import SCM
from referee.mahjong.circumstances import after_kong, earth, heaven, on_replacement, robbing
from referee.mahjong.fans import PAIRS, STANDARD, Fan, Holding, Reading, entries, readings, terminal
from referee.mahjong.tiles import RANK
from referee.verdict import FanEntry

SHAPE = SCM["SCM-3.1"]
ADDED = SCM["SCM-3.2"]


def pinghu(reading: Reading) -> bool:
    """平胡: four sets and a pair."""
    return reading.shape == STANDARD


def duiduihu(reading: Reading) -> bool:
    """對對胡: four triplets or kongs."""
    return reading.triplets_only()


def one_suit(reading: Reading) -> bool:
    """清一色 in any shape."""
    return len(reading.holding.suits()) == 1


def qingyise(reading: Reading) -> bool:
    """清一色: one suit, four sets and a pair."""
    return reading.shape == STANDARD and one_suit(reading)


def daiyaojiu(reading: Reading) -> bool:
    """帶幺九: a 1 or 9 in every set and in the pair."""
    return reading.pair is not None and RANK[reading.pair] in (1, 9) and all(map(terminal, reading.groups))


def qidui(reading: Reading) -> bool:
    """七對: seven pairs."""
    return reading.shape == PAIRS


def qingdui(reading: Reading) -> bool:
    """清對: 清一色 and 對對胡."""
    return duiduihu(reading) and one_suit(reading)


def jiangdui(reading: Reading) -> bool:
    """將對: 對對胡 of 2, 5 and 8 only."""
    return duiduihu(reading) and all(RANK[kind] in (2, 5, 8) for kind in reading.holding.kinds())


def longqidui(reading: Reading) -> bool:
    """龍七對: 七對 with a four of a kind."""
    return qidui(reading) and reading.holding.quads() > 0


def qingqidui(reading: Reading) -> bool:
    """清七對: 清一色 and 七對."""
    return qidui(reading) and one_suit(reading)


def qingyaojiu(reading: Reading) -> bool:
    """清幺九: 清一色 and 帶幺九."""
    return daiyaojiu(reading) and one_suit(reading)


def qinglongqidui(reading: Reading) -> bool:
    """青龍七對: 清一色 and 龍七對."""
    return longqidui(reading) and one_suit(reading)


SHAPES = (
    Fan("pinghu", "平胡", 1, SHAPE, pinghu),
    Fan("duiduihu", "對對胡", 2, SHAPE, duiduihu),
    Fan("qingyise", "清一色", 3, SHAPE, qingyise),
    Fan("daiyaojiu", "帶幺九", 3, SHAPE, daiyaojiu),
    Fan("qidui", "七對", 3, SHAPE, qidui),
    Fan("qingdui", "清對", 4, SHAPE, qingdui),
    Fan("jiangdui", "將對", 4, SHAPE, jiangdui),
    Fan("longqidui", "龍七對", 5, SHAPE, longqidui),
    Fan("qingqidui", "清七對", 5, SHAPE, qingqidui),
    Fan("qingyaojiu", "清幺九", 5, SHAPE, qingyaojiu),
    Fan("tianhu", "天胡", 6, SHAPE, heaven),
    Fan("dihu", "地胡", 6, SHAPE, earth),
    Fan("qinglongqidui", "青龍七對", 6, SHAPE, qinglongqidui),
)
"""The shapes in the order of the table: of equal readings the one further down counts (SCM-3.5)."""

WITH_A_DRAGON = ("longqidui", "qinglongqidui")
"""Shapes that a four of a kind makes: that one is no 根 (SCM-3.3)."""

ROOT = FanEntry("gen", "根", 1, ADDED.id)
"""根: a four of a kind in hand and melds that is no kong."""


def gang(reading: Reading) -> int:
    """杠: every kong of the winner."""
    return sum(len(meld.tiles) == 4 for meld in reading.holding.melds)


EXTRAS = (
    Fan("gangshanghua", "杠上花", 1, ADDED, on_replacement),
    Fan("gangshangpao", "杠上炮", 1, ADDED, after_kong),
    Fan("qianggang", "搶杠", 1, ADDED, robbing),
    Fan("gang", "杠", 1, ADDED, gang),
)


def valued(holding: Holding) -> list[tuple[int, tuple[FanEntry, ...], Reading]]:
    """The 番 of a hand by each of its readings, uncapped, with their entries, the best first (MJ-4.4, SCM-3.5)."""
    found = []
    for reading in readings(holding):
        order, shape = max(
            ((order, shape) for order, shape in enumerate(SHAPES) if shape.holds(reading)),
            key=lambda held: (held[1].value - (held[1].code in WITH_A_DRAGON), held[0]),
        )
        roots = (ROOT,) * (holding.quads() - (shape.code in WITH_A_DRAGON))
        fans = (shape.entry(), *entries(EXTRAS, reading), *roots)
        found.append((sum(fan.value for fan in fans), order, fans, reading))
    found.sort(key=lambda value: value[:2], reverse=True)
    return [(total, fans, reading) for total, _, fans, reading in found]


def multiplier(fan: int, max_fan: int | None) -> int:
    """2^(番−1); 番 above the limit count as it (SCM-3.4)."""
    capped = fan if max_fan is None else min(fan, max_fan)
    return int(2 ** (capped - 1))
