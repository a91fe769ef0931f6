"""JSON in the one form that is hashed: keys sorted, no spaces, no fractions, UTF-8; what is read must be in it.

A lone surrogate, which a record may hold and UTF-8 cannot, is written as its escape (``\\ud800``). Text is kept as it was
written, never normalised: a record is evidence.
"""

from __future__ import annotations

import hashlib
import json
from typing import NoReturn

from referee.verdict import JSON, Text

MOST_BYTES = 512 << 20
"""How large a file of results may be."""
MOST_DEPTH = 64
"""How deep lists and objects may stand in each other; a verdict needs less than ten."""


class Unreadable(ValueError):
    """Bytes that are no results document; ``message`` says why in zh and en, ``place`` where (a JSON pointer, or empty)."""

    def __init__(self, zh: str, en: str, place: str = "") -> None:
        self.message: Text = {"zh": zh, "en": en}
        self.place = place
        super().__init__(en)


def canonical(value: JSON) -> bytes:
    """The canonical bytes of a document. Raises ValueError where it holds a number that is not whole."""
    _whole(value, 0)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def digest(value: JSON) -> str:
    """The SHA-256 of the canonical bytes, in hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def load(data: bytes) -> JSON:
    """What some bytes say. Raises Unreadable where they are no JSON of whole numbers and different keys."""
    if len(data) > MOST_BYTES:
        most, found = f"{MOST_BYTES:,}", f"{len(data):,}"
        raise Unreadable(f"檔案最多 {most} 位元組，實為 {found}。", f"At most {most} bytes, found {found}.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"第 {error.start + 1} 個位元組起不是 UTF-8。", f"Byte {error.start + 1} is not UTF-8.") from error
    try:
        value: JSON = json.loads(text, parse_float=_fraction, parse_constant=_fraction, object_pairs_hook=_once)
        _whole(value, 0)
    except json.JSONDecodeError as error:
        place = f"{error.lineno}:{error.colno}"
        raise Unreadable(f"不是 JSON（{place}）。", f"Not JSON at line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise _too_deep() from error
    except Unreadable:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise Unreadable("有一個數字太長。", "A number has too many digits.") from error
    return value


def first_difference(data: bytes, written: bytes) -> int:
    """The first byte, counted from 1, at which two texts part."""
    shorter = min(len(data), len(written))
    low, high = 0, shorter
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if data[:middle] == written[:middle] else (low, middle - 1)
    return low + 1


def _fraction(text: str) -> NoReturn:
    raise Unreadable(f"數字須為整數，讀到 {text[:20]}。", f"Numbers are whole; found {text[:20]}.")


def _once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Unreadable(f"同一物件裡有兩個「{twice[:40]}」。", f"An object has “{twice[:40]}” twice.")
    return found


def _whole(value: JSON, depth: int) -> None:
    if depth > MOST_DEPTH:
        raise _too_deep()
    if isinstance(value, dict):
        for one in value.values():
            _whole(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            _whole(one, depth + 1)
    elif value is not None and not isinstance(value, str | int):
        raise ValueError(f"a document holds no {type(value).__name__}")


def _too_deep() -> Unreadable:
    return Unreadable(f"物件最多 {MOST_DEPTH} 層。", f"Objects stand in each other more than {MOST_DEPTH} deep.")
