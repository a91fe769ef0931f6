"""Tiles as small ints, and concealed tiles as four suit keys.

A kind is 0–8 for 1–9 萬 (``m``), 9–17 筒 (``p``), 18–26 條 (``s``), 27–33 the honours (``z``); ``UNSEEN`` is a tile that the
recorder did not see. The tiles that a hand holds of one suit are one int, three bits a rank: adding a tile is one
addition, and the int is the key under which everything about that suit is looked up (see ``shapes``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

SUITS = "mpsz"
KINDS = 34
UNSEEN = 34
HONOURS = 3
"""The index of the honours among the four suits."""

NAMES: tuple[str, ...] = (*(f"{kind % 9 + 1}{SUITS[kind // 9]}" for kind in range(KINDS)), "?")
KIND_OF = {name: kind for kind, name in enumerate(NAMES)}

SUIT = tuple(kind // 9 for kind in range(KINDS))
SHIFT = tuple(3 * (kind % 9) for kind in range(KINDS))
UNIT = tuple(1 << shift for shift in SHIFT)
MOST = (*[7] * (KINDS - 1), 15)
"""What fits into a kind's bits: the last honour has the rest of its key, so that eight ghosts fit."""
RANK = tuple(kind % 9 + 1 for kind in range(KINDS))

Keys = list[int]
"""Concealed tiles: one key for each of m, p, s, z."""


def kinds(text: str) -> list[int]:
    """The kinds that an MPSZ text names, in its order; ``?`` gives ``UNSEEN``. Raises KeyError for any other text."""
    try:
        return [KIND_OF[text[at : at + 2]] for at in range(0, len(text), 2)]
    except KeyError:
        return _grouped(text)


def _grouped(text: str) -> list[int]:
    """The same where several ranks share the letter after them, or tiles are unseen."""
    found: list[int] = []
    ranks: list[str] = []
    for char in text:
        if char in SUITS:
            found += [KIND_OF[rank + char] for rank in ranks]
            ranks.clear()
        elif char == "?":
            found.append(UNSEEN)
        else:
            ranks.append(char)
    if ranks:
        raise KeyError(text)
    return found


def text(tiles: Iterable[int]) -> str:
    """MPSZ of these kinds, sorted, unseen ones last: ``123m5p?``."""
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
    """The suit keys of these kinds; unseen ones are left out."""
    keys = [0, 0, 0, 0]
    for kind in tiles:
        if kind != UNSEEN:
            keys[SUIT[kind]] += UNIT[kind]
    return keys


def count(keys: Sequence[int], kind: int) -> int:
    """How many of a kind are among the concealed tiles."""
    return keys[SUIT[kind]] >> SHIFT[kind] & MOST[kind]


def size(keys: Sequence[int]) -> int:
    """How many concealed tiles these are."""
    m, p, s, z = keys
    return _size(m) + _size(p) + _size(s) + _size(z & _LOW_HONOURS) + (z >> SHIFT[KINDS - 1])


_LOW_HONOURS = UNIT[KINDS - 1] - 1
"""The bits of all honours but the last, which has the rest of the key."""


@cache
def _size(key: int) -> int:
    return sum(key >> shift & 7 for shift in range(0, 27, 3))


def listed(keys: Sequence[int]) -> list[int]:
    """The concealed tiles one by one, sorted."""
    return [kind for kind in range(KINDS) for _ in range(count(keys, kind))]
