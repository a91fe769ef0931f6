"""How a compressed value is stored: ``FF``, the dictionary's number, how many bytes of the SHA-256 follow, the length in four
bytes, the SHA-256 of what was given or its first bytes, the data. In a column of text ``~`` and all after the ``FF`` in base 64.

So a stored value says what it holds without being read: a tombstone needs its digest, and what is damaged is never taken for what
was stored. Nothing else begins like this: no text in UTF-8, GBK or UTF-16 with the byte ``FF`` and another one than ``FE``, no
JSON with ``~``.
"""

from __future__ import annotations

import binascii
import zlib
from hashlib import sha256

from records.db.compression import dictionaries

MARK, TEXT_MARK = b"\xff", "~"
BYTE_ORDER = b"\xff\xfe"
"""What a file in UTF-16 begins with."""
WHOLE, SHORT = 32, 4
"""Bytes of the digest: whole where a tombstone is to hold it, else enough to notice damage."""
HEADER = 6
"""Bytes before the digest, after the mark."""
MOST = 64 * 1024 * 1024
"""Bytes of a longer value, which is stored as it is."""


class UnreadableValue(ValueError):
    """A stored value that is not what was compressed, or by a dictionary that this release does not have."""


def is_packed(stored: bytes) -> bool:
    """Whether a stored value is a compressed one."""
    return stored[:1] == MARK and stored[:2] != BYTE_ORDER


def pack(data: bytes, kind: str, digest: int = WHOLE) -> bytes:
    """The value to store: compressed, if that is shorter; ``digest``: how many bytes of it to keep."""
    frame = _frame(data, kind, digest) if len(data) <= MOST else b""
    return MARK + frame if frame and (len(frame) + 1 < len(data) or is_packed(data)) else data


def unpack(stored: bytes) -> bytes:
    """What was given. Raises UnreadableValue."""
    return _read(stored[1:]) if is_packed(stored) else stored


def pack_text(text: str, kind: str, digest: int = SHORT) -> str:
    """The text to store for one that does not begin with ``~``: compressed, if that is shorter."""
    data = text.encode()
    if len(data) > MOST:
        return text
    packed = TEXT_MARK + binascii.b2a_base64(_frame(data, kind, digest), newline=False).decode()
    return packed if len(packed) < len(data) else text


def unpack_text(stored: str) -> str:
    """What was given. Raises UnreadableValue."""
    if stored[:1] != TEXT_MARK:
        return stored
    try:
        frame = binascii.a2b_base64(stored[1:].encode(), strict_mode=True)
    except binascii.Error as error:
        raise UnreadableValue(f"a stored value is damaged: {error}") from error
    return _read(frame).decode()


def _frame(data: bytes, kind: str, digest: int) -> bytes:
    number = dictionaries.newest(kind)
    header = bytes((number, digest)) + len(data).to_bytes(HEADER - 2)
    return header + sha256(data).digest()[:digest] + dictionaries.compress(data, number)


def _read(frame: bytes) -> bytes:
    if len(frame) < HEADER:
        raise UnreadableValue(f"a stored value is damaged: expected {HEADER} bytes and more, got {len(frame)}")
    number, digest, length = frame[0], frame[1], int.from_bytes(frame[2:HEADER])
    if number not in dictionaries.FILES:
        known = ", ".join(map(str, sorted(dictionaries.FILES)))
        raise UnreadableValue(f"a stored value needs dictionary {number}, and this release has {known}: a later one stored it")
    if length > MOST or digest not in {WHOLE, SHORT}:
        raise UnreadableValue(f"a stored value is damaged: it says that it has {length} bytes and {digest} of a digest")
    expected = frame[HEADER : HEADER + digest]
    try:
        data = dictionaries.decompress(frame[HEADER + digest :], number, length)
    except zlib.error as error:
        raise UnreadableValue(f"a stored value is damaged: {error}") from error
    if data is None or sha256(data).digest()[:digest] != expected:
        raise UnreadableValue(f"a stored value is damaged: expected {length} bytes with the digest {expected.hex()}")
    return data
