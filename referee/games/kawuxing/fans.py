"""The multipliers of 卡五星; all that a reading has are multiplied (KWX-4.0 to KWX-4.18), up to the cap (KWX-4.20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import Final

from referee.games.kawuxing.clauses import KWX
from referee.games.kawuxing.options import Options
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import Fan, FanTable, WinValue
from referee.mahjong.hand.hand_flags import (
    AFTER_KONG,
    FOUR_IN_HAND,
    FOUR_MELDS,
    FOUR_SETS,
    LAST_TILE,
    ON_REPLACEMENT,
    OPEN_MELD,
    PURE,
    ROBBING,
    SEVEN_PAIRS,
    TRIPLETS,
    WITH_HONOURS,
)
from referee.mahjong.hand.readings import RUN_SET, TRIPLET, Group, Reading, readings
from referee.mahjong.hand.tiles import HONOURS, KIND_OF, RANK, SUIT, count, listed
from referee.rulebook import Rules
from referee.verdict import FanEntry

DRAGONS: Final = (KIND_OF["7z"], KIND_OF["6z"], KIND_OF["5z"])
"""中, 發 and 白."""
DRAGON_TRIPLETS: Final = tuple(Group(TRIPLET, dragon) for dragon in DRAGONS)
EXPOSED: Final = ("peng", "direct", "added")
"""Melds that lie open (KWX-4.13)."""


def winning_tile(candidate: CandidateHand) -> int | None:
    """The tile that completed the hand; None if the hand won as it was dealt (KWX-4.18)."""
    return None if "tianhu" in candidate.flags else candidate.tile


def gathered(reading: Reading, fours: Iterable[int]) -> int:
    """The number of these fours that count as 四歸一: in 清一色 all, otherwise the winning tile's (KWX-4.17, KWX-4.18)."""
    every, tile = reading.hand_flags & PURE, winning_tile(reading.candidate)
    return sum([bool(every) or kind == tile for kind in fours])


def dragon_triplets(reading: Reading) -> int:
    """The number of triplets and kongs of dragons."""
    return sum([triplet in reading.groups for triplet in DRAGON_TRIPLETS])


def mingsigui(reading: Reading) -> int:
    """明四歸一: the hand holds the fourth tile of an own peng."""
    candidate = reading.candidate
    return gathered(reading, [meld.tile for meld in candidate.melds if meld.kind == "peng" and count(candidate.keys, meld.tile)])


def ansigui(reading: Reading) -> int:
    """暗四歸一: the concealed hand holds four of a kind."""
    keys = reading.candidate.keys
    return gathered(reading, [kind for kind in set(listed(keys)) if count(keys, kind) == 4])


def fours(number: int) -> Callable[[Reading], bool]:
    """A predicate: whether the hand has this many fours of a kind."""
    return lambda reading: reading.candidate.quads() == number


def dasanyuan(reading: Reading) -> bool:
    """大三元: triplets or kongs of 中, 發 and 白."""
    return dragon_triplets(reading) == 3


def xiaosanyuan(reading: Reading) -> bool:
    """小三元: triplets or kongs of two dragons, and a pair of the third."""
    return dragon_triplets(reading) == 2 and reading.pair in DRAGONS


def shouzhuayi(reading: Reading) -> bool:
    """手抓一: four exposed melds, and one tile in the hand."""
    return sum([meld.kind in EXPOSED for meld in reading.candidate.melds]) == 4


def liangdao(reading: Reading) -> bool:
    """亮倒: the hand was shown."""
    return "liang" in reading.candidate.flags


def kawuxing(reading: Reading) -> bool:
    """卡五星: the winning tile is the five of a concealed 4-5-6."""
    tile = winning_tile(reading.candidate)
    if tile is None or SUIT[tile] == HONOURS or RANK[tile] != 5:  # KWX-1.3
        return False
    return Group(RUN_SET, tile - 1) in reading.groups


STAR: Final = "kawuxing"

TABLE: Final = (
    Fan("pengpenghu", "碰碰胡", 2, KWX["KWX-4.1"], TRIPLETS),
    Fan("mingsigui", "明四歸一", 2, KWX["KWX-4.2"], FOUR_SETS | OPEN_MELD, mingsigui),
    Fan("ansigui", "暗四歸一", 4, KWX["KWX-4.3"], FOUR_SETS | FOUR_IN_HAND, ansigui),
    Fan("qidui", "七對", 4, KWX["KWX-4.4"], SEVEN_PAIRS, fours(0)),
    Fan("longqidui", "龍七對", 8, KWX["KWX-4.5"], SEVEN_PAIRS | FOUR_IN_HAND, fours(1)),
    Fan("shuanglongqidui", "雙龍七對", 16, KWX["KWX-4.6"], SEVEN_PAIRS | FOUR_IN_HAND, fours(2)),
    Fan("sanlongqidui", "三龍七對", 32, KWX["KWX-4.6"], SEVEN_PAIRS | FOUR_IN_HAND, fours(3)),
    Fan("dasanyuan", "大三元", 8, KWX["KWX-4.7"], FOUR_SETS | WITH_HONOURS, dasanyuan),
    Fan("xiaosanyuan", "小三元", 4, KWX["KWX-4.8"], FOUR_SETS | WITH_HONOURS, xiaosanyuan),
    Fan("qingyise", "清一色", 4, KWX["KWX-4.12"], PURE),
    Fan("shouzhuayi", "手抓一", 4, KWX["KWX-4.13"], FOUR_MELDS, shouzhuayi),
    Fan(STAR, "卡五星", 4, KWX["KWX-4.15"], FOUR_SETS, kawuxing),
    Fan("gangshanghua", "杠上開花", 2, KWX["KWX-4.9"], ON_REPLACEMENT),
    Fan("gangshangpao", "杠上炮", 2, KWX["KWX-4.10"], AFTER_KONG),
    Fan("qiangganghu", "搶杠胡", 2, KWX["KWX-4.11"], ROBBING),
    Fan("liangdao", "亮倒", 2, KWX["KWX-4.14"], 0, liangdao),
    Fan("haidilao", "海底撈", 2, KWX["KWX-4.16"], LAST_TILE),
)
"""What multiplies: what the tiles make, and then the circumstances."""

TABLES: Final = {star: FanTable([fan._replace(value=star) if fan.code == STAR else fan for fan in TABLE]) for star in (4, 2)}
"""The table by what the five-star tile is worth (KWX-4.19)."""

PLAIN: Final = FanEntry("pihu", "屁胡", 1, KWX["KWX-4.0"].id)
"""屁胡: nothing of the table."""

DOUBLE_DRAGONS: Final = {"shuanglongqidui", "sanlongqidui"}
"""What has a cap of its own (KWX-4.20)."""


def valued(rules: Rules, candidate: CandidateHand) -> list[WinValue]:
    """Every reading of a hand with its multiplier, the largest first (KWX-4.17); none if it does not win."""
    options = Options.of(rules)
    table = TABLES[options.five_star]
    found = []
    for reading in readings(candidate):
        fans = table.entries(reading) or (PLAIN,)
        product = prod([fan.value for fan in fans])
        value = min(product, _limit(options, fans) or product)
        found.append((value, product, WinValue(value, fans, value, reading)))
    if len(found) > 1:
        found.sort(key=lambda row: row[:2], reverse=True)
    return [win_value for _, _, win_value in found]


def _limit(options: Options, fans: Iterable[FanEntry]) -> int | None:
    """The highest multiplier that these fans can make together (KWX-4.20)."""
    if options.cap is not None and any(fan.code in DOUBLE_DRAGONS for fan in fans):
        return options.cap_double_dragon
    return options.cap
