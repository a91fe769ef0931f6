"""Canonical JSON, the only form that is hashed: sorted keys, no spaces, whole numbers, UTF-8. Readers accept nothing else.

A lone surrogate, which a record may hold and UTF-8 cannot, is written as its escape (``\\ud800``). Text is kept as it was
written, never normalised: a record is evidence.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from referee.core.texts import Texts
from referee.core.verdict import JSON, Text

TEXTS = Texts(__file__)
MOST_BYTES = 512 << 20
"""How large a file of results may be."""
MOST_DEPTH = 64
"""How deep lists and objects may be nested; a verdict needs less than ten."""


class Unreadable(ValueError):
    """Raised for bytes that are no results document; ``message`` says why in zh and en, ``place`` (a JSON pointer) where."""

    def __init__(self, message: Text, place: str = "") -> None:
        self.message = message
        self.place = place
        super().__init__(message["en"])


def canonical(value: JSON) -> bytes:
    """The canonical bytes of a document. Raises ValueError for a number that is not an integer."""
    whole(value, 0)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def digest(value: JSON) -> str:
    """The SHA-256 of the canonical bytes, in hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def load(data: bytes) -> JSON:
    """Parse JSON with integers only and unique keys. Raises Unreadable for anything else."""
    check_size(len(data))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise not_utf8(error.start) from error
    with as_unreadable():
        value: JSON = DECODER.decode(text)
        whole(value, 0)
    return value


def check_size(found: int) -> None:
    """Raises Unreadable if a file is larger than a results file may be."""
    if found > MOST_BYTES:
        raise Unreadable(TEXTS("too-large", most=MOST_BYTES, found=found))


def not_utf8(at: int) -> Unreadable:
    """The error for a byte, counted from 0, that is not UTF-8."""
    return Unreadable(TEXTS("not-utf-8", at=at + 1))


@contextmanager
def as_unreadable(line: int = 0, column: int = 0) -> Iterator[None]:
    """Raise every error of reading JSON as Unreadable. ``line`` and ``column`` are where the text begins, from 0."""
    try:
        yield
    except json.JSONDecodeError as error:
        at = error.colno + (column if error.lineno == 1 else 0)
        raise Unreadable(TEXTS("no-json", line=line + error.lineno, column=at)) from error
    except RecursionError as error:
        raise too_deep() from error
    except Unreadable:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise Unreadable(TEXTS("many-digits")) from error


def first_difference(data: bytes, written: bytes) -> int:
    """The position, counted from 1, of the first byte in which two texts differ."""
    shorter = min(len(data), len(written))
    low, high = 0, shorter
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if data[:middle] == written[:middle] else (low, middle - 1)
    return low + 1


def _fraction(text: str) -> NoReturn:
    raise Unreadable(TEXTS("no-integer", found=text[:20]))


def once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    """Build an object from these pairs. Raises Unreadable for a duplicate key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Unreadable(TEXTS("key-twice", key=twice[:40]))
    return found


def whole(value: JSON, depth: int) -> None:
    """Check that a value at this depth is JSON with integers only. Raises ValueError, or Unreadable if it is nested too deep."""
    if depth > MOST_DEPTH:
        raise too_deep()
    if isinstance(value, dict):
        for one in value.values():
            whole(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            whole(one, depth + 1)
    elif value is not None and not isinstance(value, str | int):
        raise ValueError(f"a document holds no {type(value).__name__}")


def too_deep() -> Unreadable:
    """The error for JSON that is nested more deeply than any document needs."""
    return Unreadable(TEXTS("too-deep", most=MOST_DEPTH))


DECODER = json.JSONDecoder(parse_float=_fraction, parse_constant=_fraction, object_pairs_hook=once)
"""Reads JSON of whole numbers and different keys."""
