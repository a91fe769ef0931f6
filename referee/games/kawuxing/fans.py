"""The multipliers of 卡五星; all that a reading has are multiplied (KWX-4.0 to KWX-4.18, KWX-4.21), up to the
cap (KWX-4.20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import prod
from typing import Final

from referee.games.kawuxing.clauses import KWX
from referee.games.kawuxing.options import Options
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import Fan, FanTable, WinValue, fan_entry
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


def mingsigui(reading: Reading) -> list[int]:
    """明四歸一: the kinds of which the hand holds the fourth tile of an own peng."""
    candidate = reading.candidate
    return [meld.tile for meld in candidate.melds if meld.kind == "peng" and count(candidate.keys, meld.tile)]


def ansigui(reading: Reading) -> list[int]:
    """暗四歸一: the kinds of which the concealed hand holds all four."""
    keys = reading.candidate.keys
    return [kind for kind in set(listed(keys)) if count(keys, kind) == 4]


def usual_fours(kinds: Callable[[Reading], list[int]]) -> Callable[[Reading], int]:
    """The number of these fours that count as 四歸一: in 清一色 all, otherwise the winning tile's (KWX-4.17, KWX-4.18)."""

    def number(reading: Reading) -> int:
        pure, tile = reading.hand_flags & PURE, winning_tile(reading.candidate)
        return sum([bool(pure) or kind == tile for kind in kinds(reading)])

    return number


def all_fours(kinds: Callable[[Reading], list[int]]) -> Callable[[Reading], int]:
    """The number of these fours, all of which count as 四歸一 in the full channel (KWX-4.18)."""
    return lambda reading: len(kinds(reading))


def dragon_triplets(reading: Reading) -> int:
    """The number of triplets and kongs of dragons."""
    return sum([triplet in reading.groups for triplet in DRAGON_TRIPLETS])


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


@lru_cache
def table(rules: Rules) -> FanTable:
    """What multiplies by these rules: what the tiles make, and then the circumstances."""
    options = Options.of(rules)
    counted = all_fours if options.si_gui == "all" else usual_fours
    fans = [
        Fan("pengpenghu", options.pengpenghu, KWX["KWX-4.1"], TRIPLETS),
        Fan("mingsigui", 2, KWX["KWX-4.2"], FOUR_SETS | OPEN_MELD, counted(mingsigui)),
        Fan("ansigui", 4, KWX["KWX-4.3"], FOUR_SETS | FOUR_IN_HAND, counted(ansigui)),
        Fan("qidui", 4, KWX["KWX-4.4"], SEVEN_PAIRS, fours(0)),
        Fan("longqidui", 8, KWX["KWX-4.5"], SEVEN_PAIRS | FOUR_IN_HAND, fours(1)),
        Fan("shuanglongqidui", 16, KWX["KWX-4.6"], SEVEN_PAIRS | FOUR_IN_HAND, fours(2)),
        Fan("sanlongqidui", 32, KWX["KWX-4.6"], SEVEN_PAIRS | FOUR_IN_HAND, fours(3)),
        Fan("dasanyuan", 8, KWX["KWX-4.7"], FOUR_SETS | WITH_HONOURS, dasanyuan),
        Fan("xiaosanyuan", 4, KWX["KWX-4.8"], FOUR_SETS | WITH_HONOURS, xiaosanyuan),
        Fan("qingyise", 4, KWX["KWX-4.12"], PURE),
        Fan("shouzhuayi", 4, KWX["KWX-4.13"], FOUR_MELDS, shouzhuayi),
        Fan("kawuxing", options.five_star, KWX["KWX-4.15"], FOUR_SETS, kawuxing),
        Fan("gangshanghua", options.gang_win, KWX["KWX-4.9"], ON_REPLACEMENT),
        Fan("gangshangpao", 2, KWX["KWX-4.10"], AFTER_KONG),
        Fan("qiangganghu", 2, KWX["KWX-4.11"], ROBBING),
        Fan("liangdao", 2, KWX["KWX-4.14"], 0, liangdao),
    ]
    if options.haidilao:  # KWX-2.2
        fans.append(Fan("haidilao", 2, KWX["KWX-4.16"], LAST_TILE))
    return FanTable(fans)


PLAIN: Final = fan_entry("pihu", 1, KWX["KWX-4.0"])
"""屁胡: nothing of the table."""

TOO_SMALL: Final = KWX["KWX-4.22"].raises("win-too-small")

DOUBLE_DRAGONS: Final = {"shuanglongqidui", "sanlongqidui"}
"""What has a cap of its own (KWX-4.20)."""


def valued(rules: Rules, candidate: CandidateHand) -> list[WinValue]:
    """Every reading of a hand with its multiplier, the largest first (KWX-4.17); none if it does not win."""
    options, multiplied = Options.of(rules), table(rules)
    refused = TOO_SMALL if candidate.by == "discard" and options.plain_win == "draw_or_shown" else None
    found = []
    for reading in readings(candidate):
        fans = multiplied.entries(reading)
        violates = None if fans else refused
        fans = fans or (PLAIN,)
        product = prod([fan.value for fan in fans])
        value = min(product, _limit(options, fans) or product)
        found.append((value, product, WinValue(value, fans, value, reading, violates)))
    if len(found) > 1:
        found.sort(key=lambda row: row[:2], reverse=True)
    return [win_value for _, _, win_value in found]


def _limit(options: Options, fans: Iterable[FanEntry]) -> int | None:
    """The highest multiplier that these fans can make together (KWX-4.20)."""
    if options.cap is not None and any(fan.code in DOUBLE_DRAGONS for fan in fans):
        return options.cap_double_dragon
    return options.cap
