"""The fans of SBR: added up, and 2 to their number is the value, up to the limit (SBR-5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Final

from referee.games.sbr.rulebook import SBR, Options
from referee.mahjong.fan_options import lines_of
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import WinValue, entry, kongs
from referee.mahjong.hand.readings import PAIRS, Reading
from referee.mahjong.hand.tiles import count
from referee.mahjong.hand.valuation import Ladder, Scoring, Together
from referee.rulebook import Rules


def gen(reading: Reading) -> int:
    """根: the kinds of which four, or with a tile that could not come a fifth (SBR-6.5), are held without a kong."""
    candidate = reading.candidate
    return candidate.quads() + sum(meld.kind == "peng" and count(candidate.keys, meld.tile) == 2 for meld in candidate.melds)


OWN: Final = {"kongs": kongs, "gen": gen}


@lru_cache
def ladder(rules: Rules) -> Ladder:
    """What fan are worth: 2 to their number, up to the limit (SBR-5.2, SBR-2.4)."""
    return Ladder(rules, lambda fan: 1 << fan, lines_of(SBR, rules)["pinghe"].draw, Options.of(rules).cap)


class Sum:
    """What hands are worth by one set of rules: 2 to the number of all their fan, up to the limit (SBR-5.2, SBR-2.4)."""

    def __init__(self, rules: Rules, without: frozenset[str]) -> None:
        lines = lines_of(SBR, rules)
        self.fans = Together(lines.values(), rules, own=OWN, without=without)
        self.pairs = "qidui" in lines
        self.plain = (entry(lines["pinghe"]),)
        self.steps = ladder(rules)

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """The value of a hand by each of these readings, the best first (MJ-4.4)."""
        found = []
        for reading in by_readings:
            factors = self.fans.factors.entries(reading)
            factor = prod([one.value for one in factors])
            for one in self.fans.entries(reading)[reading.shape == PAIRS and not self.pairs :]:
                fans = one or self.plain
                total = sum([fan.value for fan in fans])
                found.append((self.steps.uncapped(total) * factor, total, factor, fans + factors, reading))
        if len(found) > 1:
            found.sort(key=lambda one: one[0], reverse=True)
        return [
            WinValue(value := self.steps.value(total, factor), fans, value, reading) for _, total, factor, fans, reading in found
        ]


@lru_cache
def scoring(rules: Rules) -> Scoring:
    """What hands are worth by these rules."""
    return Scoring(rules, lambda without: Sum(rules, without))
