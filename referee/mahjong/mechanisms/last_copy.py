"""絕張: the other three tiles of the winning kind lie open (TBL-2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.mahjong.hand.conditions import LAST_COPY
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import winning

OTHERS: Final = 3


class LastCopy(Mechanism):
    """Tells whether a win would be on the last tile of its kind that does not lie open: discards and open melds show the
    others."""

    __slots__ = ("round",)

    follows_play = True

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        round_.on_flags += (self,)

    def circumstances(self, seat: int, by: str) -> Iterable[str]:
        """絕張, for a tile of which the other three lie open."""
        tiles = winning.winning_tiles(self.round.table, by)
        return (LAST_COPY,) if any(tile is not None and self._open(tile) >= OTHERS + (by == "discard") for tile in tiles) else ()

    def _open(self, tile: int) -> int:
        """The tiles of a kind that lie open: discards, the one on offer among them, and melds that all can see."""
        table = self.round.table
        discarded = sum([laid[0] == tile for river in table.rivers for laid in river])
        melded = [meld.tiles.count(tile) for melds in table.melds for meld in melds if meld.kind != "concealed"]
        return discarded + sum(melded)
