"""Who deals next where the table says so, read from TBL-9."""

from __future__ import annotations

from typing import Any

DEFAULTS: dict[str, Any] = {"next_dealer": "game"}
ADDED: dict[str, list[Any]] = {"next_dealer": ["winner", "rotate", "stay"]}


def after(options: dict[str, Any], usual: int, dealer: int, seats: int, winner: int) -> int:
    """The dealer of the next round: ``usual`` by the game, ``winner`` where the first winner deals (the same dealer where nobody
    won)."""
    rule = options.get("next_dealer", "game")
    return {"game": usual, "winner": winner, "rotate": (dealer + 1) % seats, "stay": dealer}[rule]
