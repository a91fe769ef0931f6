"""Late kongs: only the tile just drawn may be added to a peng (KWX-2.4, KWX-2.5)."""

from __future__ import annotations

from typing import Final

from referee.games.kawuxing import checks
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import UNSEEN, count
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation

HELD: Final = 3
"""How many tiles in the hand make a kong of a discard."""


class LateKongs(Mechanism):
    """The pengs that were made while a third tile of their kind was in the hand."""

    __slots__ = ("kept",)

    follows_play = True

    def __init__(self) -> None:
        self.kept: set[tuple[int, int]] = set()
        """By seat and tile."""

    def before_claim(self, round_: RoundState, seat: int, kind: str) -> None:
        """Note a peng by a seat that could have laid a kong: the third tile may never be added (KWX-2.5). Of a hand that was not
        seen nobody knows it."""
        table, tile = round_.table, round_.table.offer
        if kind == "peng" and tile is not None and tile != UNSEEN and count(table.keys[seat], tile) == HELD:
            self.kept.add((seat, tile))

    def excuses_kong(self, round_: RoundState, turn: Violation) -> bool:
        """Whether the finding on a late kong replaces this one, which says only that it comes after a claim."""
        return checks.late_says_more(turn)

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """The violation by adding another tile than the one just drawn, in an own turn."""
        if meld.kind != "added":
            return None
        return checks.late_kong(round_.table, seat, meld.tile, (seat, meld.tile) in self.kept)
