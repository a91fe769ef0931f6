"""Whether the second reading of 血流成河 allows a move at a table."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import positions
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import tiles_of


class Positions(positions.Positions):
    """What 血流成河 says of a move at a table."""

    def next_to_draw(self, table: Any) -> int:
        following: int = table.next_to_draw()
        return following

    def is_locked(self, table: Any, seat: int) -> bool:
        locked: bool = table.hand_locked(seat)
        return locked

    def may_discard(self, table: Any, seat: int, tile: str) -> Says:
        """XLC-1.2 besides."""
        return super().may_discard(table, seat, tile) and not table.breaks_que(seat, tile)

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """XLC-1.2 and XLC-2; a win that hangs on a passed own draw is not asked here."""
        if verb == "hu":
            if table.phase == "act":
                return bool(table.win_of(seat))
            doubtful = table.passed_own[seat] and seat in table.offers and not table.locked(seat)
            return None if doubtful and table.options["pass_lock"] == "turn" else table.free_win(seat) > 0
        if verb in ("peng", "gang"):
            return lies_there(table, seat, verb) and verb in table.claims(seat)
        return seat == table.seat and (verb, tiles_of(arguments)[0]) in table.own_kongs()
