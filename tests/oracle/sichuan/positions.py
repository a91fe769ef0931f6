"""Whether the second reading of 四川麻將 allows a move at a table."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import positions
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import tiles_of


class Positions(positions.Positions):
    """What 四川麻將 says of a move at a table."""

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """SCM-2; where somebody must win, another move is a finding of its own."""
        wall, hand = bool(table.wall), table.hands[seat]
        own = seat == table.seat and table.phase == "act" and table.how != "claimed"
        if self.judge.bound(table):
            return None
        if verb == "hu":
            offered = table.phase == "open" or table.phase == "kong" and table.how == "added"
            others = offered and seat != table.seat and seat not in table.out
            taken = others and self.judge.wins(table, seat, [*hand, table.tile]) and not table.locked(seat)
            return own and self.judge.wins(table, seat, hand) or taken
        if verb in ("peng", "gang"):
            return lies_there(table, seat, verb) and seat not in table.out and wall
        tile = tiles_of(arguments)[0]
        held = hand.count(tile) == 4 if verb == "angang" else ("peng", tile) in table.melds[seat] and tile in hand
        return own and wall and held
