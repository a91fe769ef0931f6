"""Changes to the fee of a kong: kong chains, late kongs, grazing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act


class KongChains(Mechanism):
    """The fee of a kong by its place in a chain: 1, 2, 4 … times the simple fee."""

    __slots__ = ()

    def multiplies(self, round_: RoundState, kong: Laying) -> int:
        """Twice the factor of the kong that it follows."""
        return 1 if kong.follows is None else 2 * self.multiplies(round_, kong.follows)

    def factors(self, round_: RoundState, kind: str, before: int) -> Sequence[int]:
        """It follows the kong before it, or does not."""
        return (1, 2 * before) if before else (1,)


class LateKongs(Mechanism):
    """The tiles that the seat in turn has drawn since the last discard: the first, and replacements.

    ``same_turn``: whether each of them is in time; else only the one just drawn.
    """

    __slots__ = ("drawn", "same_turn")

    follows_play = True

    def __init__(self, round_: RoundState, same_turn: bool) -> None:
        self.same_turn = same_turn
        self.drawn: list[int] = []
        round_.hooks.told_of_discards.append(self)

    def before_act(self, round_: RoundState, act: Act) -> None:
        """Note the tile just drawn before a kong puts another in its place."""
        drawn = round_.table.drawn
        if drawn is not None:
            if not self.same_turn:
                self.drawn.clear()
            self.drawn.append(drawn)

    def discarded(self, round_: RoundState, seat: int) -> None:
        """Forget the drawn tiles: a kong of one that stays in the hand is late from now on."""
        self.drawn.clear()

    def multiplies(self, round_: RoundState, kong: Laying) -> int:
        """0 for an added kong of another tile than those in time; unseen ones may be it."""
        fresh = (*self.drawn, round_.table.drawn)
        return int(kong.kind != "added" or kong.tile in fresh or UNSEEN in fresh)

    def factors(self, round_: RoundState, kind: str, before: int) -> Sequence[int]:
        """An added kong may have come late."""
        return (1, 0) if kind == "added" else (1,)

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Note that the fee is unknown for an added kong of a tile that may have been drawn unseen."""
        if kong.kind == "added" and kong.tile not in self.drawn and UNSEEN in self.drawn:
            round_.determined = False


GRAZE: Final = MJ["TBL-13"]


class Graze(Mechanism):
    """Pays for direct kongs; what becomes of it later is that of their fees."""

    __slots__ = ()

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Write what the others pay for a direct kong."""
        if kong.kind == "direct":
            kong.grazed = [other for other in round_.others(kong.seat) if other != kong.source]
            round_.collect(kong.seat, kong.grazed, 1, "graze", GRAZE, kong.move)
