"""The checks that only SBR has: an active pig (主動花豬)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.games.sbr.rulebook import SBR
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import NAMES, SUIT, UNSEEN
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.table import Table

ACTIVE_PIG: Final = SBR["SBR-2.3"].raises("active-pig")


def pig_discard(table: Table, seat: int, kind: int, suit: int, melded: bool) -> Violation | None:
    """The violation by discarding another suit while hand or melds hold the declared one, or by the first discard after it was
    ``melded`` (SBR-2.3)."""
    if melded:
        return Violation(ACTIVE_PIG, False, {"tile": NAMES[kind], "reason": "meld"})  # SBR-2.3
    if kind == UNSEEN or SUIT[kind] == suit:
        return None
    held = bool(table.keys[seat][suit]) or holds(table.melds[seat], suit)
    return Violation(ACTIVE_PIG, False, {"tile": NAMES[kind]}) if held else None  # SBR-2.3


def pig_meld(melds: Sequence[Meld]) -> Violation:
    """The violation by a meld of the declared suit that can no longer be taken back (SBR-2.3)."""
    return Violation(ACTIVE_PIG, False, {"tile": NAMES[melds[-1].tile], "reason": "meld"})  # SBR-2.3


def holds(melds: Sequence[Meld], suit: int) -> bool:
    """Whether a tile of this suit is melded."""
    return any(tile != UNSEEN and SUIT[tile] == suit for meld in melds for tile in meld.tiles)
