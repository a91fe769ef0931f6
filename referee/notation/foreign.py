"""Names files that are no PPN: known formats by their first bytes, text that is not UTF-8, newer editions of the notation.

It is asked only where reading has failed, so that a record that can be read costs nothing here.
"""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from referee.notation.converters import HEAD as HEAD
from referee.notation.converters import converter_of
from referee.notation.errors import SYNTAX, TEXTS, NotationError, Text
from referee.notation.ppn.position import place

EDITION: Final = 1
"""The newest edition of the notation that is read."""
TOKEN: Final = 20
"""Characters of an unknown text that are repeated in its error."""

PACKED: Final = "packed"
"""The kind of archives, whose files may be records."""
MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
SAMPLE: Final = 1 << 16
_HAN: Final = range(0x4E00, 0xA000)
_RUN: Final = re.compile(rb"[\x80-\xff]{2}")
"""What every text in two-byte characters has, and what letters with accents among others hardly ever make."""
CANDIDATES: Final = {"GB18030": "GB18030 (GBK)", "Big5": "Big5", "Shift_JIS": "Shift_JIS"}
"""The codecs that are tried, and how the encoding is called."""


class Format(NamedTuple):
    """A format that is not PPN: what its files begin with, its name, and its kind, by which there is advice.

    ``word`` is its name in short, as in the endings of files.
    """

    word: str
    begins: re.Pattern[bytes]
    name: Text
    kind: str


class Formats(NamedTuple):
    """The formats that are no PPN: those with a signature, the more special first; the rows of a table, which have none.

    Also the advice for each kind, the text that is expected instead, and the common characters of Chinese text.
    """

    signed: tuple[Format, ...]
    table: Format
    advice: Mapping[str, Text]
    expected: Text
    common: frozenset[str]


@cache
def formats() -> Formats:
    """The formats of ``formats.toml``."""
    found = tomllib.loads(Path(__file__).with_name("formats.toml").read_text("utf-8"))
    return Formats(
        tuple(map(_format, found["format"])),
        _format(found["table"]),
        found["advice"],
        found["expected"],
        frozenset(found["common"]),
    )


def _format(entry: Mapping[str, Any]) -> Format:
    begins = re.compile(entry.get("begins", "").encode("ascii"), re.DOTALL | re.IGNORECASE)
    return Format(entry["word"], begins, entry["name"], entry["kind"])


_SEPARATORS = ",\t;"
_ROWS = 5
_NO_TABLE = re.compile(r"\s*+(?:[\[{<]|\w[-+.:?]\w)")
"""Tags, JSON, markup and moves."""
_OPENING = r"(?:[\s\ufeff]|\{[^}]*\}|;[^\n]*\n)*+(?P<tag>\[PPN\b)"
_KEY = r'[\s\ufeff]*+\[?[\s\ufeff]*+\{(?:[^\[\]{}]*,)?\s*"ppn"\s*:'
_PPN = re.compile(rf"{_OPENING}|{_KEY}")
_EDITION = re.compile(rf'(?:{_OPENING}[ \t]+"|{_KEY}\s*)(?P<number>[0-9]{{1,9}})\b')


def explained(error: NotationError, text: str, first_line: int = 1) -> NotationError:
    """The error of a text that cannot be read, in better words where it is a newer edition, or no PPN at all."""
    if error.code != SYNTAX:
        return error
    head = text[:HEAD]
    edition = _EDITION.match(head)
    if edition is not None and int(edition["number"]) > EDITION:
        return _newer(head, edition, first_line)
    if "\0" in head and (encoding := guessed(head.encode("utf-8", "surrogatepass"))):
        return _not_utf_8(b"\0", *place(head, head.index("\0"), first_line), encoding)
    found = recognized(head)
    return _named(found, head.strip().partition("\n")[0][:TOKEN], first_line) if found else error


def undecodable(data: bytes, at: int, line: int, column: int, whole: bool = True) -> NotationError:
    """The error of bytes that are not UTF-8 from this index on, which is at this line and column.

    ``whole``: the bytes are the beginning of the file, and may be those of a known format.
    """
    found = _foreign_format(data[:HEAD]) if whole else None
    if found is not None:
        return _named(found, f"0x{data[0]:02x}")
    return _not_utf_8(data[at : at + 1], line, column, guessed(data))


def described(data: bytes) -> Text | None:
    """What these bytes are and what to do with them, as a sentence; None if they are PPN, what is converted, or nothing that is
    known."""
    if converter_of(data) is not None:
        return None
    head = data[:HEAD].removeprefix(b"\xef\xbb\xbf")
    text = head.decode("utf-8", "replace")
    found = _foreign_format(head) or (formats().table if not _PPN.match(text) and _is_table(text) else None)
    if found is None:
        return None
    said = _sentence(found)
    return {**said, "en": said["en"][0].upper() + said["en"][1:]}


def recognized(text: str) -> Format | None:
    """The known format of a text; None if it is PPN, or nothing that is known."""
    head = text[:HEAD].removeprefix("\ufeff")
    if _PPN.match(head):
        return None
    return format_of(head.encode("utf-8", "surrogatepass")) or (formats().table if _is_table(head) else None)


def format_of(head: bytes) -> Format | None:
    """The format of a file that begins with these bytes, by its signature alone."""
    return next((known for known in formats().signed if known.begins.match(head)), None)


def archive_of(head: bytes) -> str:
    """The word for the kind of archive that begins with these bytes; empty for anything else, as documents zipped inside."""
    if not any(known.begins.match(head) for known in formats().signed if known.kind == PACKED):
        return ""
    known = format_of(head)
    return known.word if known and known.kind == PACKED else ""


def _not_utf_8(byte: bytes, line: int, column: int, encoding: str | None) -> NotationError:
    """The error of text in another encoding than UTF-8, which is named where it could be guessed."""
    token = f"0x{byte[0]:02x}"
    found = {"line": line, "column": column, "token": token}
    message = TEXTS("other-encoding", encoding=encoding, **found) if encoding else TEXTS("not-utf-8", **found)
    return NotationError(SYNTAX, line, column, token, TEXTS("utf-8"), message)


def _foreign_format(head: bytes) -> Format | None:
    """The format of a file that begins with these bytes, by its signature; None if it is PPN."""
    return None if _PPN.match(head.decode("latin-1")) else format_of(head)


def _named(found: Format, token: str, line: int = 1) -> NotationError:
    """The error of a file of a known format."""
    message = TEXTS("at-start", line=line, said=_sentence(found))
    return NotationError(SYNTAX, line, 1, token, formats().expected, message)


def _sentence(found: Format) -> Text:
    """What a file of a known format is, and what to do with it."""
    code = "foreign-latin" if found.name["zh"][0].isascii() else "foreign"
    return TEXTS(code, name=found.name, advice=formats().advice[found.kind])


def _newer(text: str, edition: re.Match[str], first_line: int) -> NotationError:
    """The error of a record in a newer edition than this referee reads."""
    line, column = place(text, edition.start("tag"), first_line) if edition["tag"] else (first_line, 1)
    number = edition["number"]
    message = TEXTS("newer", line=line, column=column, number=number, edition=EDITION)
    return NotationError(SYNTAX, line, column, number if edition["tag"] else "ppn", TEXTS("first-tag"), message)


def _is_table(head: str) -> bool:
    """Whether the first lines of a text are rows of a table: as many separators in each."""
    rows = [row for row in head.split("\n") if row.strip()][:_ROWS]
    if len(rows) < 2 or _NO_TABLE.match(head):
        return False
    cells = [{row.count(mark) for row in rows} for mark in _SEPARATORS]
    return any(len(counts) == 1 and min(counts) >= (1 if len(rows) > 2 else 2) for counts in cells)


# -- the encoding of text that is not UTF-8: a guess, for the error alone, never for reading ------------------------------------


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
    read = sum(3 for char in sample.decode("utf-8", "ignore") if ord(char) in _HAN)
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
    other, known = [char for char in text or "" if char > "\x7f"], formats().common
    if not other or not all(char.isprintable() for char in other):
        return 0
    common = sum(char in known or (encoding == "Shift_JIS" and "\u3041" <= char <= "\u30fe") for char in other)
    return (common + 0.1 * all(ord(char) in _HAN for char in other)) / len(other)


def _decoded(sample: bytes, encoding: str) -> str | None:
    """The text in this encoding, whose last character may be cut off; None where the bytes cannot be of it."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(sample)
    except UnicodeDecodeError:
        return None
