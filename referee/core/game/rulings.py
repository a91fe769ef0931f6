"""An arbiter's rulings on a seat, as a record of any game may have them: ``B.fa:lose-turn``, ``B.fa:fine-2``."""

from __future__ import annotations

import re
from typing import Final

WARNING: Final = "warning"
LOSE_TURN: Final = "lose-turn"
PLACE_LAST: Final = "place-last"
DISQUALIFY: Final = "disqualify"

RULINGS: Final = (WARNING, LOSE_TURN, PLACE_LAST, DISQUALIFY)
"""What an arbiter may lay upon a seat, besides a fine of so many points."""

FINE: Final = "fine"
_FINE: Final = re.compile(rf"{FINE}-([1-9][0-9]{{0,5}})")


def fine(ruling: str) -> int:
    """The points that a ruling takes off; 0 where it is no fine."""
    found = _FINE.fullmatch(ruling)
    return int(found[1]) if found else 0


def is_ruling(text: str) -> bool:
    """Whether this is a ruling that every game knows."""
    return text in RULINGS or fine(text) > 0
