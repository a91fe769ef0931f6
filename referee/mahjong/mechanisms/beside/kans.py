"""Kans (數坎): what concealed triplets and kongs of the winner cost each payer beside the value (TBL-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.verdict import Win
from referee.mahjong.clauses import MJ
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.readings import PAIRS, TRIPLET, Reading
from referee.mahjong.hand.tiles import HONOURS, SUIT, listed
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.rulebook import FindingTemplate

KANS: Final = MJ["TBL-11"]
BEYOND: Final = 7
"""Of the longest suit the tiles beyond so many cost one unit each by 跑恰摸八."""


class Kans(Mechanism):
    """The units beside the value of each win, by the way of counting that the table has: ``on``, ``pairs`` or ``paoqia``."""

    __slots__ = ("counting",)

    def __init__(self, counting: str) -> None:
        self.counting = counting

    def win_paid(self, round_: RoundState, win: Win, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
        """Write the units that each payer owes, for each seat whose share he paid; of a hand that was not shown nobody knows."""
        letter = win.seat
        hands: Sequence[CandidateHand] = round_.won_with.get(seat, ())
        wins = [one for one in round_.wins if one.seat == letter]
        if len(hands) < len(wins):
            round_.determined = False
            return
        values = round_.game.win_values(round_.rules, hands[-1])
        owed = 0 if isinstance(values, FindingTemplate) else units(values, self.counting)
        for payer, whose in shares.items():
            round_.ledger.pay(payer, seat, owed * len(whose), "kans", KANS, win.move)


def units(values: Sequence[WinValue], counting: str) -> int:
    """The units beside the value of a hand with these readings: by its dearest, of equal ones by that with the most kans."""
    hand = values[0].reading.candidate
    most = max([kans(one.reading, counting == "pairs") for one in values if one.value == values[0].value])
    return 1 + most + (hand.by == "draw") + max(0, longest(hand) - BEYOND) if counting == "paoqia" else most


def kans(reading: Reading, pairs: bool) -> int:
    """The kans of a reading: its kongs and its triplets that are not melded; of seven pairs the fours, where they count."""
    hand = reading.candidate
    if reading.shape == PAIRS:
        return hand.quads() if pairs else 0
    kongs = sum([len(meld.tiles) == 4 for meld in hand.melds])
    return kongs + sum([group.kind == TRIPLET for group in reading.groups[len(hand.melds) :]])


def longest(hand: CandidateHand) -> int:
    """How many tiles a hand has of its longest suit, melds with all their tiles among them."""
    tiles = [*listed(hand.keys), *[tile for meld in hand.melds for tile in meld.tiles]]
    suits = [SUIT[tile] for tile in tiles]
    return max(suits.count(suit) for suit in range(HONOURS))
