"""The multipliers of 卡五星: every one that a reading has is multiplied (KWX-4.0 to KWX-4.18), up to the cap (KWX-4.20)."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from referee.games.kawuxing.clauses import KWX
from referee.mahjong.circumstances import after_kong, last_tile, on_replacement, robbing
from referee.mahjong.fans import PAIRS, RUN_SET, TRIPLET, Fan, Group, Holding, Judged, Reading, entries, readings
from referee.mahjong.tiles import HONOURS, KIND_OF, RANK, SUIT, count, listed
from referee.rulebook import Rules
from referee.verdict import FanEntry

DRAGONS = (KIND_OF["7z"], KIND_OF["6z"], KIND_OF["5z"])
"""中, 發 and 白."""
EXPOSED = ("peng", "direct", "added")
"""Melds that lie open (KWX-4.13)."""
FOURS = 0o444444444
"""The bits of a suit's key that are set where a kind is held four times."""


def winning_tile(holding: Holding) -> int | None:
    """The tile that completed the hand; a hand that won as it was dealt has none (KWX-4.18)."""
    return None if "tianhu" in holding.flags else holding.tile


def one_suit(holding: Holding) -> bool:
    """One suit only, no honours."""
    held = {suit for suit, key in enumerate(holding.keys) if key} | {SUIT[meld.tile] for meld in holding.melds}
    return len(held) == 1 and HONOURS not in held


def gathered(reading: Reading, fours: Iterable[int]) -> int:
    """How many of these fours count as 四歸一: in 清一色 all, otherwise the winning tile's (KWX-4.17, KWX-4.18)."""
    if reading.shape == PAIRS:
        return 0
    all_count, tile = one_suit(reading.holding), winning_tile(reading.holding)
    return sum(all_count or kind == tile for kind in fours)


def dragon_triplets(reading: Reading) -> int:
    """How many of the dragons are triplets or kongs."""
    return sum(Group(TRIPLET, dragon) in reading.groups for dragon in DRAGONS)


def pairs_with_fours(reading: Reading, fours: int) -> bool:
    """Seven pairs with so many four of a kind."""
    return reading.shape == PAIRS and reading.holding.quads() == fours


def pengpenghu(reading: Reading) -> bool:
    """碰碰胡: four triplets or kongs and a pair."""
    return reading.triplets_only()


def mingsigui(reading: Reading) -> int:
    """明四歸一: the fourth of an own peng, in the hand."""
    holding = reading.holding
    return gathered(reading, [meld.tile for meld in holding.melds if meld.kind == "peng" and count(holding.keys, meld.tile)])


def ansigui(reading: Reading) -> int:
    """暗四歸一: four of a kind in the concealed hand."""
    keys = reading.holding.keys
    if not any(key & FOURS for key in keys):
        return 0
    return gathered(reading, [kind for kind in set(listed(keys)) if count(keys, kind) == 4])


def qidui(reading: Reading) -> bool:
    """七對: seven different pairs."""
    return pairs_with_fours(reading, 0)


def longqidui(reading: Reading) -> bool:
    """龍七對: seven pairs, four alike once."""
    return pairs_with_fours(reading, 1)


def shuanglongqidui(reading: Reading) -> bool:
    """雙龍七對: seven pairs, four alike twice."""
    return pairs_with_fours(reading, 2)


def sanlongqidui(reading: Reading) -> bool:
    """三龍七對: seven pairs, four alike three times."""
    return pairs_with_fours(reading, 3)


def dasanyuan(reading: Reading) -> bool:
    """大三元: triplets or kongs of 中, 發 and 白."""
    return dragon_triplets(reading) == 3


def xiaosanyuan(reading: Reading) -> bool:
    """小三元: two of them triplets or kongs, the third the pair."""
    return dragon_triplets(reading) == 2 and reading.pair in DRAGONS


def qingyise(reading: Reading) -> bool:
    """清一色: one suit only, no honours."""
    return one_suit(reading.holding)


def shouzhuayi(reading: Reading) -> bool:
    """手抓一: four exposed melds, one tile in the hand."""
    return sum(meld.kind in EXPOSED for meld in reading.holding.melds) == 4


def liangdao(reading: Reading) -> bool:
    """亮倒: the hand was shown."""
    return "liang" in reading.holding.flags


def kawuxing(reading: Reading) -> bool:
    """卡五星: the winning tile is the five of a concealed 4-5-6."""
    tile = winning_tile(reading.holding)
    if tile is None or SUIT[tile] == HONOURS or RANK[tile] != 5:  # KWX-1.3
        return False
    return Group(RUN_SET, tile - 1) in reading.groups


STAR = "kawuxing"

TABLE = (
    Fan("pengpenghu", "碰碰胡", 2, KWX["KWX-4.1"], pengpenghu),
    Fan("mingsigui", "明四歸一", 2, KWX["KWX-4.2"], mingsigui),
    Fan("ansigui", "暗四歸一", 4, KWX["KWX-4.3"], ansigui),
    Fan("qidui", "七對", 4, KWX["KWX-4.4"], qidui),
    Fan("longqidui", "龍七對", 8, KWX["KWX-4.5"], longqidui),
    Fan("shuanglongqidui", "雙龍七對", 16, KWX["KWX-4.6"], shuanglongqidui),
    Fan("sanlongqidui", "三龍七對", 32, KWX["KWX-4.6"], sanlongqidui),
    Fan("dasanyuan", "大三元", 8, KWX["KWX-4.7"], dasanyuan),
    Fan("xiaosanyuan", "小三元", 4, KWX["KWX-4.8"], xiaosanyuan),
    Fan("qingyise", "清一色", 4, KWX["KWX-4.12"], qingyise),
    Fan("shouzhuayi", "手抓一", 4, KWX["KWX-4.13"], shouzhuayi),
    Fan(STAR, "卡五星", 4, KWX["KWX-4.15"], kawuxing),
    Fan("gangshanghua", "杠上開花", 2, KWX["KWX-4.9"], on_replacement),
    Fan("gangshangpao", "杠上炮", 2, KWX["KWX-4.10"], after_kong),
    Fan("qiangganghu", "搶杠胡", 2, KWX["KWX-4.11"], robbing),
    Fan("liangdao", "亮倒", 2, KWX["KWX-4.14"], liangdao),
    Fan("haidilao", "海底撈", 2, KWX["KWX-4.16"], last_tile),
)
"""What multiplies: what the tiles make, and then the circumstances."""

TABLES = {star: tuple(fan._replace(value=star) if fan.code == STAR else fan for fan in TABLE) for star in (4, 2)}
"""The table by what the five-star tile is worth (KWX-4.19)."""

PLAIN = FanEntry("pihu", "屁胡", 1, KWX["KWX-4.0"].id)
"""屁胡: nothing of the table."""

DOUBLE_DRAGONS = {"shuanglongqidui", "sanlongqidui"}
"""What has a cap of its own (KWX-4.20)."""


def valued(rules: Rules, holding: Holding) -> list[Judged]:
    """Every reading of a hand with its multiplier, the largest first (KWX-4.17); none where it does not win."""
    table = TABLES[2 if rules["five_star"] == 2 else 4]
    found = []
    for reading in readings(holding):
        fans = entries(table, reading) or (PLAIN,)
        product = prod(fan.value for fan in fans)
        value = min(product, _limit(rules, fans) or product)
        found.append((product, Judged(value, fans, value, reading)))
    found.sort(key=lambda worth: (worth[1].value, worth[0]), reverse=True)
    return [judged for _, judged in found]


def _limit(rules: Rules, fans: Iterable[FanEntry]) -> int | None:
    """The most that these fans can make together (KWX-4.20)."""
    cap = rules["cap"]
    if cap is not None and any(fan.code in DOUBLE_DRAGONS for fan in fans):
        cap = rules["cap_double_dragon"]
    return cap if isinstance(cap, int) else None
