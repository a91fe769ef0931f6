"""A spreadsheet as text: CSV, by commas, semicolons or tabs, in the encodings in which spreadsheet programs write it."""

from __future__ import annotations

import codecs
import csv
import io
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.errors import at_line, refused
from referee.importers.common.json_reading import require_size, text_of
from referee.importers.spreadsheet.cells import CHARACTERS, Cell, Row, Spread, Worksheet, require, require_length
from referee.importers.spreadsheet.layout import ABOVE, heads_among
from referee.notation import foreign
from referee.notation.converters import ASSUMED, Note

TEXTS: Final = Texts(__file__)
SEPARATORS: Final = ",;\t"
NO_TABLE: Final = (";", "[", "{", "<")
"""With what comments and tags of PPN, JSON and markup begin, and no row of heads."""
UTF_16: Final = "UTF-16"
_CODECS: Final = {"GB18030 (GBK)": "gb18030", "Big5": "big5", UTF_16: "utf-16"}
"""The codecs of the encodings that are read beside UTF-8, by what they are called. UTF-16 is read with a byte order mark."""


def recognizes(head: bytes) -> bool:
    """Whether one of the first rows is one of heads, by one of the separators."""
    encoding = _encoding(head)
    text = (
        codecs.getincrementaldecoder(_CODECS[encoding])("replace").decode(head) if encoding else head.decode("utf-8", "replace")
    )
    return not text.lstrip().startswith(NO_TABLE) and _separator(text) is not None


def read(data: bytes) -> Spread:
    """The rows of a file. Raises NotationError."""
    require_size(data)
    encoding = _encoding(data)
    notes = [Note(ASSUMED, at_line(1), TEXTS("encoding", name=encoding))] if encoding not in ("", UTF_16) else []
    text = _decoded(data, encoding)
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text) or SEPARATORS[0], strict=True)
    try:
        for number, row in enumerate(reader, 1):
            require(number, len(row))
            cells = [Cell(value.strip(), number, column) for column, value in enumerate(row, 1) if value.strip()]
            for cell in cells:
                require_length(cell)
            rows += [cells] if cells else []
    except csv.Error:
        raise refused(at_line(reader.line_num), "…", TEXTS("csv", most=CHARACTERS)) from None
    return Spread([Worksheet("", rows)], notes=notes)


def _encoding(data: bytes) -> str:
    """The encoding that is read, where it is another than UTF-8; empty for that, and for one that is not known."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return UTF_16
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        found = foreign.guessed(data)
        return found if found in _CODECS and found != UTF_16 else ""
    return ""


def _decoded(data: bytes, encoding: str) -> str:
    if not encoding:
        return text_of(data)
    try:
        return data.decode(_CODECS[encoding])
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refused(at_line(line), f"0x{data[error.start]:02x}", TEXTS("encoded", name=encoding)) from None


def _separator(text: str) -> str | None:
    """The separator by which one of the first rows is one of heads; None where there is none."""
    lines = [line for line in text.splitlines()[: 4 * ABOVE] if line.strip()][: 2 * ABOVE]
    tables = {separator: [row for line in lines if (row := _cells(line, separator))] for separator in SEPARATORS}
    return next((separator for separator, rows in tables.items() if heads_among(rows) is not None), None)


def _cells(line: str, separator: str) -> Row:
    return [
        Cell(value.strip(), 1, column)
        for column, part in enumerate(line.split(separator), 1)
        if (value := part.strip().strip('"'))
    ]
