"""Decodes the moves of a record for a mahjong table: ``E+5p`` is (DRAW, seat 0, the 5筒).

Each is worked out once, then looked up.
"""

from __future__ import annotations

from typing import Final

from referee.core import record
from referee.core.record import Move
from referee.mahjong.hand.tiles import kinds

SEATS: Final = "ESWN"

DRAW: Final = 0
DISCARD: Final = 1
CHI: Final = 2
PENG: Final = 3
GANG: Final = 4
ANGANG: Final = 5
BUGANG: Final = 6
HU: Final = 7
PASS: Final = 8
LEAVE: Final = 9
INTENT: Final = 10
RULING: Final = 11
OTHER: Final = 12
PAYMENT: Final = 13

VERBS: Final = {
    "chi": CHI,
    "peng": PENG,
    "gang": GANG,
    "angang": ANGANG,
    "bugang": BUGANG,
    "hu": HU,
    "guo": PASS,
    "tao": LEAVE,
    "fa": RULING,
    "pay": PAYMENT,
}

CLAIMS: Final = (CHI, PENG, GANG)
"""What melds another's discard."""


class Act:
    """A decoded move: its kind, its seat (-1: none of these four), its tiles.

    ``value`` is the claimed value of a win; ``verb`` the word itself where it is an intent or not one of the core's, and
    ``text`` its argument; ``stands`` the kind that a ghost stands for (``E.bugang:7z=5p``). ``tiles`` is None where
    arguments are no tiles.
    """

    __slots__ = ("kind", "seat", "stands", "text", "tiles", "value", "verb")

    def __init__(
        self,
        kind: int,
        seat: int,
        tiles: tuple[int, ...] | None = (),
        value: int | None = None,
        verb: str = "",
        stands: int | None = None,
        text: str = "",
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.tiles = tiles
        self.value = value
        self.verb = verb
        self.stands = stands
        self.text = text


KNOWN: Final[dict[str, Act]] = {}
"""What moves met so far do, by their tokens."""

_KNOWN_AT_MOST = 50_000
_LONG = 24
"""Tokens this long are not kept: no record is full of them."""


def decode(move: Move) -> Act:
    """Decode a move. A seat or sign that no mahjong table has gives an act of kind OTHER."""
    act = KNOWN.get(move.token)
    if act is None:
        act = _act(move)
        if len(KNOWN) < _KNOWN_AT_MOST and len(move.token) < _LONG:
            KNOWN[move.token] = act
    return act


def _act(move: Move) -> Act:
    seat, sign, verb = SEATS.find(move.seat) if move.seat else -1, move.sign, move.verb
    if sign in (record.DRAW, record.DISCARD):
        return Act(DRAW if sign == record.DRAW else DISCARD, seat, _tiles(move.text))
    if sign == record.PLAY:
        return Act(OTHER, seat, None, verb=record.PLAY)
    if sign == record.INTENT:
        return Act(INTENT, seat, _tiles(move.text), verb=verb)
    kind = VERBS.get(verb, OTHER)
    if kind == HU and move.text.isascii() and move.text.isdigit():
        return Act(HU, seat, value=int(move.text), verb=verb)
    if kind == BUGANG and len(move.parts) == 2:
        ghost, stood = map(_tiles, move.parts)
        return Act(BUGANG, seat, ghost, verb=verb, stands=stood[0] if stood else None)
    return Act(kind, seat, _tiles(move.text), verb=verb, text=move.text)


def _tiles(text: str) -> tuple[int, ...] | None:
    try:
        return tuple(kinds(text))
    except KeyError:
        return None
