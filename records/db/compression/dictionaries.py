"""The dictionaries by which values are compressed: files that no release changes or removes, since stored values name them.

``python -m scripts.dictionaries`` trains new ones, with the next numbers.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

HOME = Path(__file__).parent
RECORD, VERDICT, SUMMARY = "record", "verdict", "summary"
"""What dictionaries are made for. The newest of each is written with."""
LEVEL = 6
OUT_OF_MEMORY = "Error -4 "
"""What zlib says where it gets no memory for the bytes that it keeps, the dictionary's or the last; the data may be sound."""


FILES = {int(path.name.partition("-")[0]): path for path in HOME.glob("*.dictionary")}
"""The files by their numbers; they are called ``1-record.dictionary``."""
CONTENTS = {number: path.read_bytes() for number, path in FILES.items()}
"""Read before there is anything to store: a worker that is short of memory later has them."""


@cache
def newest(kind: str) -> int:
    """The number of the newest dictionary for this kind of value."""
    return max(number for number, path in FILES.items() if path.stem.partition("-")[2] == kind)


def compress(data: bytes, number: int) -> bytes:
    """The data compressed by a dictionary, without a header."""
    compressor = _compressor(number).copy()
    return compressor.compress(data) + compressor.flush()


def decompress(data: bytes, number: int, length: int) -> bytes | None:
    """What was compressed; never more than ``length`` bytes. None where it is anything else than so many.

    Raises LookupError for an unknown dictionary, zlib.error for damaged data, MemoryError where memory is short.
    """
    try:
        decompressor = zlib.decompressobj(-zlib.MAX_WBITS, zdict=CONTENTS[number])
        found = decompressor.decompress(data, length + 1)
    except zlib.error as error:
        if str(error).startswith(OUT_OF_MEMORY):
            raise MemoryError from error
        raise
    return found if len(found) == length and decompressor.eof and not decompressor.unused_data else None


@cache
def _compressor(number: int) -> zlib._Compress:
    """Copied for each value: it has taken the dictionary in, which takes as long as a value."""
    return zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=CONTENTS[number])
