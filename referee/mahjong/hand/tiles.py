"""Tiles as small ints, and concealed tiles as four suit keys.

A kind is 0–8 for 1–9 萬 (``m``), 9–17 筒 (``p``), 18–26 條 (``s``), 27–33 the honours (``z``); ``UNSEEN`` is a tile that the
recorder did not see. The tiles that a hand holds of one suit are one int, three bits a rank: adding a tile is one
addition, and the int is the key under which everything about that suit is looked up (see ``shapes``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

SUITS: Final = "mpsz"
KINDS: Final = 34
UNSEEN: Final = 34
UNSEEN_NAME: Final = "?"
HONOURS: Final = 3
"""The index of the honours among the four suits."""

NAMES: Final[tuple[str, ...]] = (*[f"{kind % 9 + 1}{SUITS[kind // 9]}" for kind in range(KINDS)], UNSEEN_NAME)
KIND_OF: Final = {name: kind for kind, name in enumerate(NAMES)}

SUIT: Final = tuple(kind // 9 for kind in range(KINDS))
SHIFT: Final = tuple(3 * (kind % 9) for kind in range(KINDS))
UNIT: Final = tuple(1 << shift for shift in SHIFT)
MOST: Final[tuple[int, ...]] = (*[7] * (KINDS - 1), 15)
"""What fits into a kind's bits: the last honour has the rest of its key, so that eight ghosts fit."""
RANK: Final = tuple(kind % 9 + 1 for kind in range(KINDS))

Keys = list[int]
"""Concealed tiles: one key for each of m, p, s, z."""


def kinds(text: str) -> list[int]:
    """The kinds that an MPSZ text names, in its order; ``?`` gives ``UNSEEN``. Raises KeyError for any other text."""
    if len(text) % 2 == 0:
        # Tiles one by one, as walls are written: all the ranks and all the suits, a byte each, are added up in one go.
        written = text.encode("ascii", "replace")
        ranks, suits = written[::2].translate(_RANK_OF), written[1::2].translate(_FIRST_OF)
        found = (int.from_bytes(ranks, "big") + int.from_bytes(suits, "big")).to_bytes(len(ranks), "big")
        if not found.translate(None, _ALL):
            return list(found)
    groups: list[str] = _GROUP.findall(text)
    if len("".join(groups)) != len(text):
        raise KeyError(text)
    return [kind for written in groups for kind in _tiles_of(written)]


def _tiles_of(written: str) -> list[int]:
    """The kinds of tiles of one suit, or one unseen tile."""
    return [UNSEEN] if written == UNSEEN_NAME else _suit_of(SUITS.index(written[-1]), written[:-1])[1]


_NEITHER: Final = 64
"""Of a character that is no rank or no suit: more than any kind, and two of them still fit into a byte."""
_RANK_OF: Final = bytes(code - 49 if 49 <= code <= 57 else _NEITHER for code in range(256))
_FIRST_OF: Final = bytes(9 * SUITS.index(chr(code)) if chr(code) in SUITS else _NEITHER for code in range(256))
_GROUP: Final = re.compile(r"[1-9]+[mps]|[1-7]+z|\?")
_ALL: Final = bytes(range(KINDS))


def held(text: str) -> tuple[list[int], Keys]:
    """The kinds that the MPSZ text of a hand names, and their suit keys; fast for texts in canonical order."""
    try:
        return _in_order(text)
    except KeyError:
        found = kinds(text)
        return found, keys_of(found)


def _in_order(text: str) -> tuple[list[int], Keys]:
    found: list[int] = []
    keys = [0, 0, 0, 0]
    rest = text
    for suit, letter in enumerate(SUITS):
        if letter in rest:
            ranks, _, rest = rest.partition(letter)
            keys[suit], kinds_of_suit = _hands_suits[suit].get(ranks) or _suit_of(suit, ranks)
            found += kinds_of_suit
    if rest:
        if rest.strip(UNSEEN_NAME):
            raise KeyError(text)
        found += [UNSEEN] * len(rest)
    return found, keys


_hands_suits: Final[tuple[dict[str, tuple[int, list[int]]], ...]] = ({}, {}, {}, {})
"""For each suit, by the ranks that a hand has of it: their key, and the kinds; hands are full of the same ones."""
_LONG: Final = 16
"""So many ranks are not kept: no hand is full of them."""


def _suit_of(suit: int, ranks: str) -> tuple[int, list[int]]:
    if not ranks or ranks.strip("1234567" if suit == HONOURS else "123456789"):
        raise KeyError(ranks)
    own = [9 * suit + int(rank) - 1 for rank in ranks]
    known = sum([UNIT[kind] for kind in own]), own
    if len(ranks) < _LONG:
        _hands_suits[suit][ranks] = known
    return known


def text(tiles: Iterable[int]) -> str:
    """The MPSZ text of these kinds, sorted, unseen ones last: ``123m5p?``."""
    parts: list[str] = []
    ordered = sorted(tiles)
    for index, kind in enumerate(ordered):
        if kind == UNSEEN:
            parts.append("?")
            continue
        parts.append(NAMES[kind][0])
        if index + 1 == len(ordered) or ordered[index + 1] // 9 != kind // 9 or ordered[index + 1] == UNSEEN:
            parts.append(SUITS[kind // 9])
    return "".join(parts)


def keys_of(tiles: Iterable[int]) -> Keys:
    """The suit keys of these kinds, without unseen ones."""
    keys = [0, 0, 0, 0]
    for kind in tiles:
        if kind != UNSEEN:
            keys[SUIT[kind]] += UNIT[kind]
    return keys


def without(keys: Sequence[int], taken: Iterable[int]) -> Keys:
    """The suit keys of a hand from which these kinds are taken, all of which it has."""
    rest = list(keys)
    for kind in taken:
        rest[SUIT[kind]] -= UNIT[kind]
    return rest


def kinds_in(mask: int) -> list[int]:
    """The kinds of a mask with one bit for each, lowest first."""
    found: list[int] = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def count(keys: Sequence[int], kind: int) -> int:
    """The number of tiles of a kind among the concealed ones."""
    return keys[SUIT[kind]] >> SHIFT[kind] & MOST[kind]


def fours(key: int) -> int:
    """The number of ranks of a suit that are held exactly four times."""
    return (key >> 2 & ~(key >> 1) & ~key & _ONES).bit_count()


_ONES: Final = 0o111111111


def size(keys: Sequence[int]) -> int:
    """The number of concealed tiles."""
    m, p, s, z = keys
    return _size(m) + _size(p) + _size(s) + _size(z & _LOW_HONOURS) + (z >> SHIFT[KINDS - 1])


_LOW_HONOURS: Final = UNIT[KINDS - 1] - 1
"""The bits of all honours but the last, which has the rest of the key."""


@cache
def _size(key: int) -> int:
    return sum(key >> shift & 7 for shift in range(0, 27, 3))


def listed(keys: Sequence[int]) -> list[int]:
    """The concealed tiles one by one, sorted."""
    found: list[int] = []
    for kind in range(KINDS):
        held = keys[SUIT[kind]] >> SHIFT[kind] & MOST[kind]
        if held:
            found += [kind] * held
    return found
