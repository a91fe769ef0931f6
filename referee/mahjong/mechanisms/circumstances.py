"""Circumstances of a win that are counted as the round is played: 地胡, 絕張."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.mahjong.hand.conditions import LAST_COPY
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import DRAWN
from referee.mahjong.table.winning import open_copies


class FirstDraw(Mechanism):
    """Tells whether a win would be 地胡."""

    __slots__ = ()

    follows_play = True

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """地胡, for a seat that is not the dealer."""
        table = round_.table
        first = by == "draw" and table.how == DRAWN and table.draws[seat] == 1
        return ("dihu",) if first and seat != table.dealer and not table.melds[seat] else ()


OTHERS: Final = 3


class LastCopy(Mechanism):
    """Tells whether a win would be on the last tile of its kind that does not lie open: discards and open melds show the
    others."""

    __slots__ = ()

    follows_play = True

    def circumstances_of(self, round_: RoundState, tile: int, by: str) -> Iterable[str]:
        """絕張, for a tile of which the other three lie open; a discard lies open itself."""
        return (LAST_COPY,) if open_copies(round_.table, tile) >= OTHERS + (by == "discard") else ()
