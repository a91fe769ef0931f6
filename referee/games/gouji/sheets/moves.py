"""Decodes the moves of a sheet: those of a full record, ``C.shao>B``, and tribute of which not all was seen (``E.gong>A:X?``)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from referee.core.record import CALL, Move
from referee.games.gouji.cards import RANKS
from referee.games.gouji.table.moves import KNOWN, TO_SOMEBODY, UNKNOWN, VERBS, Act, decode
from referee.games.gouji.table.seats import SEATS
from referee.games.gouji.table.sets import card_set

BURNED: Final = 17
"""``C.shao>B``: C burned B's set and went out burning, or its burn was burned in turn."""

_PARTLY_SEEN: Final = re.compile(rf"[{RANKS}]*\?+")


def noted(move: Move) -> Act:
    """Decode a move of a sheet."""
    act = KNOWN.get(move.token) or decode(move)
    if act.kind != UNKNOWN or move.sign != CALL or move.other not in tuple(SEATS):
        return act
    if move.verb == "shao" and not move.text:
        return Act(BURNED, act.seat, move, other=SEATS.index(move.other))
    if VERBS[move.verb] in TO_SOMEBODY and _PARTLY_SEEN.fullmatch(move.text):
        seen = card_set(move.text.rstrip("?"))
        cards = replace(seen, size=seen.size + move.text.count("?"), text=move.text)
        return Act(VERBS[move.verb], act.seat, move, cards, SEATS.index(move.other))
    return act
