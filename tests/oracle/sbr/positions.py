"""Whether the second reading of the competition rules SBR allows a move at a table."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import positions
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import tiles_of


class Positions(positions.Positions):
    """What the competition rules say of a move at a table."""

    def next_to_draw(self, table: Any) -> int:
        following: int = table.next_to_draw()
        return following

    def may_draw(self, table: Any, seat: int, tile: str) -> Says:
        """The front of the wall, after a kong too (SBR-3.2)."""
        if not table.wall or tile != table.wall[0]:
            return False
        return bool(seat == {"open": table.next_to_draw(), "kong": table.seat}.get(table.phase))

    def may_discard(self, table: Any, seat: int, tile: str) -> Says:
        """Of the declared suit first (SBR-2.2)."""
        return table.phase == "act" and seat == table.seat and tile in table.may_discard(seat)

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """SBR-3; a meld of the declared suit is only found with the move after it (SBR-2.3), so it is not asked here."""
        hand = table.hands[seat]
        if verb == "hu":
            locked = table.phase == "open" and table.winning(seat) <= table.locks[seat]
            return seat not in (*table.out, *table.dead) and table.winning(seat) > 0 and not locked
        if verb in ("peng", "gang"):
            tile = table.tile
            able = lies_there(table, seat, verb) and seat not in table.out and (verb == "peng" or bool(table.wall))
        else:
            tile = tiles_of(arguments)[0]
            held = hand.count(tile) == 4 if verb == "angang" else ("peng", tile) in table.melds[seat] and tile in hand
            able = seat == table.seat and table.phase == "act" and table.how != "claimed" and bool(table.wall) and held
        if able and tile[1] == table.que[seat]:
            return None
        return able and (seat not in table.dead or table.makes_ready(seat, verb, tile))
