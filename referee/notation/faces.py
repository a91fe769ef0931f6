"""Tiles and cards as text: recognizing them, and their canonical form."""

from __future__ import annotations

import re
from typing import Final

RANKS = "3456789TJQKA2xX"
SUITS = "hdsc"

_SUITED = [rf"(?:(?=\d)1*+2*+3*+4*+5*+6*+7*+8*+9*+{suit})?+" for suit in "mps"]
_IN_ORDER: Final = "".join([*_SUITED, r"(?:(?=\d)1*+2*+3*+4*+5*+6*+7*+z)?+\?*+"])
_SORTED: Final = re.compile(_IN_ORDER)
SINGLE: Final = r"(?:(?:[1-9][mps])++|[1-7]z|\?)++"
"""What a wall is like: tiles one by one."""
_SINGLE: Final = re.compile(SINGLE)
_UPWARD: Final = "".join([f"{rank}*+" for rank in RANKS])
_LOW_TO_HIGH: Final = re.compile(_UPWARD)
CARDS_AT_LEAST: Final = 36
"""A text that reads as tiles and as cards with suits (``3s4s``) is a hand of cards from this length on."""
HAND: Final = rf'(?:(?![^"]{{{CARDS_AT_LEAST}}}){_IN_ORDER}(?=")|{_UPWARD})'
"""What a canonical hand is like that stands in quotes: of tiles, or of cards none with its suit."""
_TILES = re.compile(r"(?:[1-9]+[mps]|[1-7]+z|\?)+")
_CARDS = re.compile(rf"(?:[{RANKS}][{SUITS}]?)+")
_PARTLY_SEEN = re.compile(rf"(?:[{RANKS}][{SUITS}]?|\?)+")
_GROUP = re.compile(r"([1-9]+)([mpsz])|\?")
_CARD = re.compile(rf"([{RANKS}])([{SUITS}]?)")


def is_tiles(text: str) -> bool:
    """Whether a text is MPSZ; ``?`` stands for unseen tiles."""
    return _TILES.fullmatch(text) is not None


def is_sorted(text: str) -> bool:
    """Whether a text is tiles in canonical form, or empty."""
    return _SORTED.fullmatch(text) is not None


def is_cards(text: str) -> bool:
    """Whether a text is cards, each optionally followed by a suit in lower case."""
    return _CARDS.fullmatch(text) is not None


def is_partly_seen(text: str) -> bool:
    """Whether a text is cards of which some may not have been seen (``X?``)."""
    return _PARTLY_SEEN.fullmatch(text) is not None


def is_low_to_high(text: str) -> bool:
    """Whether a text is cards in canonical form without suits, or empty."""
    return _LOW_TO_HIGH.fullmatch(text) is not None


def tiles(text: str) -> str:
    """Tiles sorted m p s z and by rank, unseen ones last: ``123m5p?``."""
    if _SORTED.fullmatch(text):
        return text
    ranks: dict[str, list[str]] = {"m": [], "p": [], "s": [], "z": []}
    unseen = 0
    for digits, suit in _GROUP.findall(text):
        if suit:
            ranks[suit] += digits
        else:
            unseen += 1
    return "".join([*("".join(sorted(found)) + suit for suit, found in ranks.items() if found), "?" * unseen])


def is_single(text: str) -> bool:
    """Whether a text is single tiles, as in a wall."""
    return _SINGLE.fullmatch(text) is not None


def wall(text: str) -> str:
    """Single tiles in order, ``3p7s``; runs like ``37p`` are written out."""
    return "".join("?" if not suit else "".join(rank + suit for rank in digits) for digits, suit in _GROUP.findall(text))


def cards(text: str) -> str:
    """Cards sorted low to high, with their suits, unseen ones last."""
    if _LOW_TO_HIGH.fullmatch(text):
        return text
    found = _CARD.findall(text)
    return "".join([*(rank + suit for rank, suit in sorted(found, key=_low_to_high)), "?" * text.count("?")])


def _low_to_high(card: tuple[str, str]) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.find(card[1]) if card[1] else -1
