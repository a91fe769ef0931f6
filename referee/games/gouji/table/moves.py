"""Tokens as moves of a table of 夠級: ``A:7772x`` is (PLAY, seat 0, the set). Tokens once met are looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from referee.games.gouji.table.cards import RANKS
from referee.games.gouji.table.seats import SEATS
from referee.games.gouji.table.sets import CardSet, card_set
from referee.notation import VERBS as NOTATED

PLAY: Final = 0
PASS: Final = 1
YIELD: Final = 2
BURN: Final = 3
SHOW: Final = 4
REVOLT: Final = 5
SWEEP: Final = 6
REPORT: Final = 7
LAY: Final = 8
DECLARE: Final = 9
PAY: Final = 10
RETURN: Final = 11
BUY: Final = 12
INTENT: Final = 13
RULING: Final = 14
UNKNOWN: Final = 15
FOREIGN: Final = 16

VERBS = {
    "guo": PASS,
    "rang": YIELD,
    "shao": BURN,
    "liang": SHOW,
    "geming": REVOLT,
    "hui": SWEEP,
    "bao": REPORT,
    "tiao": LAY,
    "mingdian": DECLARE,
    "yudian": DECLARE,
    "gong": PAY,
    "huan": RETURN,
    "mai": BUY,
    "fa": RULING,
}
BARE = frozenset({PASS, YIELD, REVOLT, DECLARE})
"""Acts that are said without cards or numbers."""
TO_SOMEBODY = frozenset({PAY, RETURN, BUY})
"""Acts that name another seat."""

_CARDS = re.compile(rf"[{RANKS}hdsc/]+")
_KNOWN_AT_MOST = 50_000
_LONG = 24
"""Tokens this long are not kept: no record is full of them."""


@dataclass(frozen=True, slots=True)
class Act:
    """A move taken apart: what, by which seat (-1: none of these six), the cards as a set, the other seat, the words."""

    kind: int
    seat: int
    set: CardSet | None = None
    other: int = -1
    verb: str = ""
    text: str = ""


KNOWN: Final[dict[str, Act]] = {}


def decode(token: str) -> Act:
    """Take a token apart; a seat, sign or verb that is not of this game gives an act of kind FOREIGN or UNKNOWN."""
    act = _parsed(token)
    if len(KNOWN) < _KNOWN_AT_MOST and len(token) < _LONG:
        KNOWN[token] = act
    return act


def _parsed(token: str) -> Act:
    seat, sign, rest = SEATS.find(token[0]), token[1:2], token[2:]
    if seat < 0 or sign not in (":", ".", "?") or sign == "?" and not rest:
        return Act(FOREIGN, seat)
    if sign == ":":
        return Act(PLAY, seat, card_set(rest))
    word, colon, text = rest.partition(":")
    verb, arrow, other = word.partition(">")
    kind = VERBS.get(verb, UNKNOWN)
    if sign == "?":
        return Act(INTENT, seat, verb=verb)
    if kind == UNKNOWN or not _sound(kind, arrow, other, text):
        return Act(FOREIGN if kind == UNKNOWN and verb in NOTATED else UNKNOWN, seat, verb=verb)
    cards = card_set(text) if kind in (BURN, PAY, RETURN, BUY, SWEEP) else None
    return Act(kind, seat, cards, SEATS.find(other) if other else -1, verb, text)


def _sound(kind: int, arrow: str, other: str, text: str) -> bool:
    """Whether a verb has what belongs to it: another seat, cards, a number, or nothing."""
    if (kind in TO_SOMEBODY) != bool(arrow) or arrow and other not in SEATS:
        return False
    if kind in BARE:
        return not text
    if kind == REPORT:
        return text.isascii() and text.isdigit()
    return bool(text) and (kind == RULING or _CARDS.fullmatch(text) is not None)
