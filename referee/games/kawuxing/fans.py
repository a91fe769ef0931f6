"""The multipliers of 卡五星; all that a reading has are multiplied (KWX-4.0 to KWX-4.18, KWX-4.21), up to the
cap (KWX-4.20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Final

from referee.core.verdict import FanEntry, Win
from referee.games.kawuxing.rulebook import KWX, Options
from referee.mahjong.fan_options import FAN, house_fans, lines_of
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.conditions import Holds
from referee.mahjong.hand.fans import WinValue, entry
from referee.mahjong.hand.hand_flags import PURE
from referee.mahjong.hand.readings import PAIRS, TRIPLET, Group, Reading, readings
from referee.mahjong.hand.tiles import KIND_OF, count, listed
from referee.mahjong.hand.valuation import Scoring, Together
from referee.rulebook import Rules
from referee.rulebook.fan_lines import FanLine

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


def fours(number: int, counted: Sequence[int]) -> Callable[[Reading], bool]:
    """A predicate: whether, of the numbers of fours of a kind that are ``counted``, this is the largest that the hand has."""
    return lambda reading: max((one for one in counted if one <= reading.candidate.quads()), default=None) == number


def dasanyuan(reading: Reading) -> bool:
    """大三元: triplets or kongs of 中, 發 and 白."""
    return dragon_triplets(reading) == 3


def xiaosanyuan(reading: Reading) -> bool:
    """小三元: triplets or kongs of two dragons, and a pair of the third."""
    return dragon_triplets(reading) == 2 and reading.pair in DRAGONS


def shouzhuayi(reading: Reading) -> bool:
    """手抓一: exposed melds alone, and one tile in the hand."""
    return all(meld.kind in EXPOSED for meld in reading.candidate.melds)


def liangdao(reading: Reading) -> bool:
    """亮倒: the hand was shown."""
    return "liang" in reading.candidate.flags


PAIRS_WITH_FOURS: Final = {"qidui": 0, "longqidui": 1, "shuanglongqidui": 2, "sanlongqidui": 3}
"""Seven pairs, by how many fours of a kind are among them."""
DOUBLE_DRAGONS: Final = {"shuanglongqidui", "sanlongqidui"}
"""What has a cap of its own (KWX-4.20)."""
TOO_SMALL: Final = KWX["KWX-4.22"].raises("win-too-small")


@lru_cache
def lines_by(rules: Rules) -> Mapping[str, FanLine]:
    """The table of fans by these rules."""
    options, valued = Options.of(rules), rules.family(FAN)
    lines = lines_of(KWX, rules, () if options.haidilao else ("haidilao",))
    agreed = {"pengpenghu": options.pengpenghu, "kawuxing": options.five_star, "gangshanghua": options.gang_win}
    for code, value in agreed.items():
        if code not in valued:
            lines[code] = lines[code].worth(value, value)
    return lines


def multiplies_to(rules: Rules, value: int) -> bool:
    """Whether a plain hand is worth so much, or fans multiply to it, one of them more than once too."""
    lines, found = lines_by(rules), {1}
    worth = {line.draw for code, line in lines.items() if code != "pihu"} | {fan.value for fan in house_fans(rules)}
    if value == lines["pihu"].draw or value in worth:
        return True
    for factor in worth - {0, 1}:
        powers = [factor**times for times in range(1, value.bit_length())]
        found |= {one * power for one in found for power in powers if value % (one * power) == 0}
    return value > 1 and value in found


class Product:
    """What hands are worth by one set of rules: the product of all that multiplies, up to the cap (KWX-4.17, KWX-4.20)."""

    def __init__(self, rules: Rules, without: frozenset[str]) -> None:
        options, lines = Options.of(rules), {code: line for code, line in lines_by(rules).items() if code not in without}
        counted = all_fours if options.si_gui == "all" else usual_fours
        numbers = [number for code, number in PAIRS_WITH_FOURS.items() if code in lines]
        own: dict[str, Holds] = {f"fours_{number}": fours(number, numbers) for number in numbers}
        own |= {"mingsigui": counted(mingsigui), "ansigui": counted(ansigui), "dasanyuan": dasanyuan, "liangdao": liangdao}
        own |= {"xiaosanyuan": xiaosanyuan, "shouzhuayi": shouzhuayi}
        self.fans = Together(lines.values(), rules, own=own, without=without)
        self.fewest = min([number for code, number in PAIRS_WITH_FOURS.items() if code in lines_by(rules)], default=4)
        """How many fours of a kind seven pairs must have to win by a shape of the game."""
        self.plain = (entry(lines["pihu"]),)
        self.cap, self.cap_double_dragon = options.cap, options.cap_double_dragon if options.cap is not None else None
        self.refused = TOO_SMALL if options.plain_win == "draw_or_shown" else None

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """Every reading of a hand with its multiplier, the largest first (KWX-4.17)."""
        refused = self.refused if candidate.by == "discard" else None
        found = []
        for reading in by_readings:
            unshaped = reading.shape == PAIRS and candidate.quads() < self.fewest
            for fans in self.fans.entries(reading)[unshaped:]:
                fans += self.fans.factors.entries(reading)
                violates = None if fans else refused
                fans = fans or self.plain
                product = prod([fan.value for fan in fans])
                value = min(product, self._limit(fans) or product)
                found.append((value, product, WinValue(value, fans, value, reading, violates)))
        if len(found) > 1:
            found.sort(key=lambda row: row[:2], reverse=True)
        return [win_value for _, _, win_value in found]

    def _limit(self, fans: Iterable[FanEntry]) -> int | None:
        """The highest multiplier that these fans can make together (KWX-4.20)."""
        if self.cap is not None and any(fan.code in DOUBLE_DRAGONS for fan in fans):
            return self.cap_double_dragon
        return self.cap


def limit(rules: Rules, win: Win) -> int | None:
    """The highest multiplier of a win like this one, None where there is no limit (KWX-4.20); of one of which only the value is
    known it tells."""
    options = Options.of(rules)
    if options.cap is None:
        return None
    dragons = win.value is not None and win.value > options.cap or any(fan.code in DOUBLE_DRAGONS for fan in win.fans)
    return options.cap_double_dragon if dragons else options.cap


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    return Scoring(rules, lambda without: Product(rules, without))


def valued(rules: Rules, candidate: CandidateHand) -> list[WinValue]:
    """Every reading of a hand with its multiplier, the largest first; none if it does not win."""
    return scoring(rules).valued(candidate, readings(candidate))
