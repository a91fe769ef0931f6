"""How a round is dealt from shuffled packs, and which cards a hand names (GJ-1.2, GJ-11.1, PPN-10)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from referee.game.dealing import Dealing, Take
from referee.games.gouji.cards import COLOURS, RANKS, SMALL, UNSEEN, Pack
from referee.games.gouji.table.seats import SEATS

_CARD: Final = re.compile(rf"[{RANKS}][{''.join(COLOURS)}]?|[{UNSEEN}]")


@lru_cache
def dealing(pack: Pack) -> Dealing:
    """As many cards for every seat, in the order of the seats; nothing is left."""
    return Dealing(_pieces(pack), tuple([Take(seat, pack.hand) for seat in SEATS]))


def _pieces(pack: Pack) -> tuple[str, ...]:
    """Every card, low to high and by suit, the copies of one side by side; of cards left out the last ones of a rank."""
    found: list[str] = []
    for rank, copies in enumerate(pack.copies):
        suits = [""] if rank >= SMALL else list(COLOURS)
        found += [RANKS[rank] + suit for suit in suits for _ in range(pack.packs)][:copies]
    return tuple(found)


def pieces_of(text: str) -> tuple[str, ...]:
    """The cards that a hand names, with their suits where they are written. Raises ValueError for any other text."""
    cards = "".join(text.split())
    found: list[str] = _CARD.findall(cards)
    if "".join(found) != cards:
        raise ValueError(text)
    return tuple(found)
