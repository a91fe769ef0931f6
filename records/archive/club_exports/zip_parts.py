"""A zip written in parts that know nothing of each other, so that one worker may begin it and another go on.

A zip is its files, each behind a header, and a directory that names them all with their places. A part gives the bytes of both
for its files. The format: APPNOTE.TXT of PKWARE, sections 4.3 and 4.5.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

LOCAL, ENTRY, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
END_64, END_64_LOCATOR = b"PK\x06\x06", b"PK\x06\x07"
VERSION, VERSION_64 = 20, 45
UTF_8_NAMES = 1 << 11
DEFLATED = 8
NO_TIME, FIRST_DAY = 0, (1 << 5) | 1
"""Midnight of the first of January 1980, the first time that the format can say: the same files give the same zip."""
MOST_16, MOST_32 = 0xFFFF, 0xFFFFFFFF
LAST_BLOCK = b"\x03\x00"
"""An empty block that ends a stream of deflate whose parts were each compressed by ``packed``."""


class Part(NamedTuple):
    """Bytes of some files, those of their entries in the directory, and the number of files."""

    files: bytes
    entries: bytes
    number: int


def part_of(files: Iterable[tuple[str, bytes]], at: int) -> Part:
    """The part of these files, each with its name and content, which begins at this byte of the zip."""
    written, entries, count = bytearray(), bytearray(), 0
    for name, content in files:
        data = packed(content) + LAST_BLOCK
        entries += entry(name, zlib.crc32(content), len(data), len(content), at + len(written))
        written += header(name, zlib.crc32(content), len(data), len(content)) + data
        count += 1
    return Part(bytes(written), bytes(entries), count)


def packed(content: bytes) -> bytes:
    """Content compressed so that more may follow it, and LAST_BLOCK in the end."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(content) + deflate.flush(zlib.Z_FULL_FLUSH)


def unpacked(data: bytes) -> bytes:
    """The content that ``packed`` was given."""
    return zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(data)


def header(name: str, crc: int, size: int, size_unpacked: int) -> bytes:
    """The header before the bytes of a file."""
    said = name.encode()
    fields = (VERSION, UTF_8_NAMES, DEFLATED, NO_TIME, FIRST_DAY, crc, size, size_unpacked, len(said), 0)
    return struct.pack("<4s5H3I2H", LOCAL, *fields) + said


def entry(name: str, crc: int, size: int, size_unpacked: int, at: int) -> bytes:
    """The entry in the directory of a file whose header begins at this byte."""
    said = name.encode()
    extra = struct.pack("<2HQ", 1, 8, at) if at >= MOST_32 else b""
    version = VERSION_64 if extra else VERSION
    fields = (version, version, UTF_8_NAMES, DEFLATED, NO_TIME, FIRST_DAY, crc, size, size_unpacked, len(said), len(extra))
    return struct.pack("<4s6H3I5H2I", ENTRY, *fields, 0, 0, 0, 0, min(at, MOST_32)) + said + extra


def end(count: int, size: int, at: int) -> bytes:
    """The end of a zip of so many files, whose directory begins at this byte and has this size."""
    large = count >= MOST_16 or size >= MOST_32 or at >= MOST_32
    end_64 = struct.pack("<4sQ2H2I4Q", END_64, 44, VERSION_64, VERSION_64, 0, 0, count, count, size, at)
    locator = struct.pack("<4sIQI", END_64_LOCATOR, 0, at + size, 1)
    counts = (min(count, MOST_16), min(count, MOST_16), min(size, MOST_32), min(at, MOST_32))
    return (end_64 + locator if large else b"") + struct.pack("<4s4H2IH", END, 0, 0, *counts, 0)
