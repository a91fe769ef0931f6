"""Whether the second reading of 卡五星 allows a move at a table."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import positions
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import tiles_of


class Positions(positions.Positions):
    """What 卡五星 says of a move at a table."""

    declarations = ("liang",)

    def is_locked(self, table: Any, seat: int) -> bool:
        return seat in table.shown

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """KWX-2 and KWX-3; whether a word may go before the showing is not asked here."""
        if verb == "liang":
            spoken = "".join(table.moves[-1:]).endswith(".guo")
            return None if seat in table.shown or table.phase == "kong" or spoken else table.may_show(seat)
        if verb == "hu":
            return table.free_win(seat) > 0
        if verb == "peng":
            return lies_there(table, seat, verb) and seat not in table.shown
        if verb == "gang":
            return lies_there(table, seat, verb) and bool(table.wall) and table.may_kong(seat, "direct", table.tile)
        kind = "concealed" if verb == "angang" else "added"
        return seat == table.seat and (kind, tiles_of(arguments)[0]) in table.own_kongs()
