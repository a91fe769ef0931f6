"""Whether the second reading of 瀘州鬼麻將 allows a move at a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.mahjong import positions
from tests.oracle.mahjong.ghost_shapes import GHOST
from tests.oracle.mahjong.positions import Says, holds
from tests.oracle.mahjong.table import tiles_of


class Positions(positions.Positions):
    """What 瀘州鬼麻將 says of a move at a table."""

    more_kinds = (GHOST,)
    declarations = ("bao",)

    def of_kind(self, table: Any, tile: str) -> Iterator[str]:
        """Melds of a kind with ghosts in them."""
        if tile != GHOST:
            yield from (f"angang:{tile[0] * (4 - ghosts)}{tile[1]}{GHOST * ghosts}" for ghosts in (1, 2, 3))
            yield f"bugang:{GHOST}={tile}"
        if tile == table.tile:
            yield from (f"peng:{tile}{GHOST}", f"gang:{tile}{tile}{GHOST}", f"gang:{tile}{GHOST}{GHOST}", f"peng:{GHOST}{GHOST}")

    def next_to_draw(self, table: Any) -> int:
        following: int = table.next_to_draw()
        return following

    def is_locked(self, table: Any, seat: int) -> bool:
        return seat in table.reported

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """LZG-2 and LZG-4.6; what a reported hand may lay as a kong is not asked here."""
        if verb == "bao":
            return None if seat in table.reported or table.phase == "kong" else table.may_report(seat)
        if verb == "hu":
            return table.free(seat) > 0
        named, _, stands = arguments.partition("=")
        own = tiles_of(named) or [table.tile] * (2 if verb == "peng" else 3)
        if not holds(table, seat, own):
            return False
        if verb in ("peng", "gang"):
            others = table.phase == "open" and seat != table.seat and seat not in table.won and table.left > 0
            fits = others and table.tile in own and table.tile != GHOST
            return None if fits and seat in table.reported and verb == "gang" else fits and seat not in table.reported
        if seat != table.seat or not table.may_kong():
            return False
        peng = any((meld.kind, meld.tile) == ("peng", stands or own[0]) for meld in table.melds[seat])
        return None if seat in table.reported else set(own) != {GHOST} if verb == "angang" else peng
