"""Whether the second reading of 衡陽麻將 allows a move at a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.mahjong import positions
from tests.oracle.mahjong.positions import Says


class Positions(positions.Positions):
    """What 衡陽麻將 says of a move at a table."""

    declarations = ("ban:queyimen", "ban:sixi", "ban:liuliushun")

    def of_seat(self) -> Iterator[str]:
        pairs = [(low, high, suit) for suit in "mps" for low in range(1, 9) for high in (low + 1, low + 2) if high < 10]
        yield from (f"chi:{low}{high}{suit}" for low, high, suit in pairs)

    def next_to_draw(self, table: Any) -> int:
        asked: int = table.asked()
        return asked

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """HYM-2 and HYM-3."""
        if verb == "ban":
            return None if table.phase == "kong" else arguments in table.may_ban(seat)
        if verb == "hu":
            return table.win_of(seat) is not None
        if table.declined:
            return None
        if verb in ("chi", "peng", "gang"):
            return f".{verb}:{arguments}".rstrip(":") in table.claims(seat)
        return seat == table.seat and table.phase == "act" and f".{verb}:{arguments}" in table.own_kongs()
