"""Tokens as moves of a mahjong table: ``E+5p`` is (DRAW, seat 0, the 5筒).

The tokens that records are full of are looked up; any other is taken apart by ``decode``.
"""

from __future__ import annotations

import re
from typing import Final

from referee.mahjong.hand.tiles import KINDS, NAMES, kinds

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
}

CLAIMS: Final = (CHI, PENG, GANG)
"""What melds another's discard."""


class Act:
    """A move taken apart: what, by which seat (-1: none of these four), on which tiles.

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


_TOKEN: Final = re.compile(r"(?P<seat>[A-Z])(?P<sign>[-+.?:])(?P<rest>.*)", re.DOTALL)


def _known() -> dict[str, Act]:
    known: dict[str, Act] = {}
    for seat, letter in enumerate(SEATS):
        for kind in range(KINDS):
            known[f"{letter}+{NAMES[kind]}"] = Act(DRAW, seat, (kind,))
            known[f"{letter}-{NAMES[kind]}"] = Act(DISCARD, seat, (kind,))
        for verb, act in VERBS.items():
            known[f"{letter}.{verb}"] = Act(act, seat, verb=verb)
    return known


KNOWN: Final = _known()


_KNOWN_AT_MOST = 50_000
_LONG = 24
"""Tokens this long are not kept: no record is full of them."""


def decode(token: str) -> Act:
    """Take a token apart. A seat that no mahjong table has, a sign that it does not know: an act of kind OTHER."""
    act = KNOWN.get(token)
    if act is None:
        act = _parsed(token)
        if len(KNOWN) < _KNOWN_AT_MOST and len(token) < _LONG:
            KNOWN[token] = act
    return act


def _parsed(token: str) -> Act:
    match = _TOKEN.match(token)
    if match is None:
        return Act(OTHER, -1, None, verb=token)
    seat, sign, rest = SEATS.find(match["seat"]), match["sign"], match["rest"]
    if sign in "+-":
        return Act(DRAW if sign == "+" else DISCARD, seat, _tiles(rest))
    if sign == ":":
        return Act(OTHER, seat, None, verb=":")
    verb, _, arguments = rest.partition(":")
    verb = verb.partition(">")[0]
    if sign == "?":
        return Act(INTENT, seat, _tiles(arguments), verb=verb)
    kind = VERBS.get(verb, OTHER)
    if kind == HU and arguments.isascii() and arguments.isdigit():
        return Act(HU, seat, value=int(arguments), verb=verb)
    if kind == BUGANG and "=" in arguments:
        ghost, _, stood = arguments.partition("=")
        stands = _tiles(stood)
        return Act(BUGANG, seat, _tiles(ghost), verb=verb, stands=stands[0] if stands else None)
    return Act(kind, seat, _tiles(arguments), verb=verb, text=arguments)


def _tiles(text: str) -> tuple[int, ...] | None:
    try:
        return tuple(kinds(text))
    except KeyError:
        return None
