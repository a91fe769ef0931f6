"""Late kongs: only the tile just drawn may be added to a peng (KWX-2.4, KWX-2.5)."""

from __future__ import annotations

from typing import Final

from referee.games.kawuxing.clauses import KWX
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import NAMES, UNSEEN
from referee.mahjong.rules import checks
from referee.mahjong.rules.mechanism import Mechanism, Violation
from referee.mahjong.rules.round_state import RoundState

KEPT_BACK: Final = KWX["KWX-2.4"].raises("late-gang")
KEPT_AT_PENG: Final = KWX["KWX-2.5"].raises("late-gang")


class LateKongs(Mechanism):
    """Which pengs were made while a third tile of their kind was in the hand."""

    __slots__ = ("kept", "round")

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        self.kept: set[tuple[int, int]] = set()
        """By seat and tile."""
        round_.on_claim += (self,)
        round_.on_kong += (self,)

    def before_claim(self, seat: int, kind: str) -> None:
        """A peng by who could have laid a kong: the third tile is kept back for good (KWX-2.5)."""
        table = self.round.table
        if kind == "peng" and table.offer is not None and table.has(seat, table.offer, 3):
            self.kept.add((seat, table.offer))

    def excuses_kong(self, turn: Violation) -> bool:
        """KWX-2.5: late says more than after a claim."""
        return turn.raises is checks.GANG_AFTER_CLAIM

    def objects_to_own_kong(self, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """Another tile than the one just drawn, in a turn of the own."""
        table, tile = self.round.table, meld.tile
        turn = checks.own_kong_turn(table, seat)
        if meld.kind != "added" or turn is not None and not self.excuses_kong(turn):
            return None
        if UNSEEN in (tile, table.drawn) or tile == table.drawn:
            return None
        kept = (seat, tile) in self.kept
        return Violation(KEPT_AT_PENG if kept else KEPT_BACK, False, {"tile": NAMES[tile]})  # KWX-2.5, KWX-2.4
