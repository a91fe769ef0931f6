"""How a round is dealt from four shuffled packs, and which cards a hand names (GJ-1.2, PPN-10)."""

from __future__ import annotations

import re
from typing import Final

from referee.game.dealing import Dealing, Take
from referee.games.gouji.table.cards import COLOURS, COPIES, HAND, RANKS, SMALL, UNSEEN
from referee.games.gouji.table.seats import SEATS

_CARD: Final = re.compile(rf"[{RANKS}][{''.join(COLOURS)}]?|[{UNSEEN}]")


def _pieces() -> tuple[str, ...]:
    """Every card, low to high and by suit, the copies of one side by side."""
    found: list[str] = []
    for rank, copies in enumerate(COPIES):
        suits = [""] if rank >= SMALL else list(COLOURS)
        found += [RANKS[rank] + suit for suit in suits for _ in range(copies // len(suits))]
    return tuple(found)


FOUR_PACKS: Final = Dealing(_pieces(), tuple([Take(seat, HAND) for seat in SEATS]))
"""36 cards for every seat, in the order of the seats; nothing is left."""


def pieces_of(text: str) -> tuple[str, ...]:
    """The cards that a hand names, with their suits where they are written. Raises ValueError for any other text."""
    cards = "".join(text.split())
    found: list[str] = _CARD.findall(cards)
    if "".join(found) != cards:
        raise ValueError(text)
    return tuple(found)
