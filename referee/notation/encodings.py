"""Guesses the encoding of text that is not UTF-8, so that an error can name it. A guess is never used for reading."""

from __future__ import annotations

import codecs
import re
from typing import Final

MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
SAMPLE: Final = 1 << 16
_RUN: Final = re.compile(rb"[\x80-\xff]{2}")
"""What every text in two-byte characters has, and what letters with accents among others hardly ever make."""
CANDIDATES: Final = {"GB18030": "GB18030 (GBK)", "Big5": "Big5", "Shift_JIS": "Shift_JIS"}
"""The codecs that are tried, and how the encoding is called."""
COMMON: Final = frozenset(
    "的一是不了在有人這这我他個个們们中來来上大為为和國国地到以說说時时要就出會会可也你對对生能而子那得于於着著下自之年過过發发後后作裡里用道行所然家種种事成方多"
    "经經么麼去法学學如都同現现當当沒没動动面起看定天分還还進进好小部其些主樣样理心開开東东南西北局場场牌桌譜谱胡碰槓杠吃摸打莊庄番筒條条萬万風风"
    "張张王李趙赵劉刘陳陈楊杨黃黄周吳吴三二四五六七八九十老師师明文華华麗丽英強强偉伟芳秀德林俱樂乐部聯联賽赛星期週第"
)
"""Characters that Chinese text is full of, and those of names and of the games. Japanese is told by its syllables."""


def guessed(data: bytes) -> str | None:
    """The encoding that these bytes seem to be in; None if nothing speaks for one."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return name
    sample = data[:SAMPLE]
    if b"\0" in sample:
        return _wide(sample)
    if not _RUN.search(sample):
        return "Windows-1252" if any(byte > 0x7F for byte in sample) else None
    if _is_damaged_utf_8(sample):
        return None
    best = max(CANDIDATES, key=lambda codec: _score(sample, codec))
    return CANDIDATES[best] if _score(sample, best) > 0 else None


def _is_damaged_utf_8(sample: bytes) -> bool:
    """Whether most of what is not ASCII are Chinese characters in UTF-8 all the same."""
    read = sum(3 for char in sample.decode("utf-8", "ignore") if "\u4e00" <= char <= "\u9fff")
    return read * 2 > sum(byte > 0x7F for byte in sample)


def _wide(sample: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: a Latin letter has its zero bytes always on the same side."""
    zeros = [sample[place::4].count(0) for place in range(4)]
    if min(zeros[1:3]) * 4 > len(sample) * 0.9 and min(zeros) * 8 < max(zeros):
        return "UTF-32"
    even, odd = zeros[0] + zeros[2], zeros[1] + zeros[3]
    return "UTF-16" if max(even, odd) * 8 > len(sample) and min(even, odd) * 8 < max(even, odd) else None


def _score(sample: bytes, encoding: str) -> float:
    """How much of what is not ASCII are common characters in this encoding; 0 where the bytes cannot be of it."""
    text = _decoded(sample, encoding)
    other = [char for char in text or "" if char > "\x7f"]
    if not other or not all(char.isprintable() for char in other):
        return 0
    common = sum(char in COMMON or (encoding == "Shift_JIS" and "\u3041" <= char <= "\u30fe") for char in other)
    return (common + 0.1 * all("\u4e00" <= char <= "\u9fff" for char in other)) / len(other)


def _decoded(sample: bytes, encoding: str) -> str | None:
    """The text in this encoding, whose last character may be cut off; None where the bytes cannot be of it."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(sample)
    except UnicodeDecodeError:
        return None
