"""A spreadsheet as text: CSV, by commas, semicolons or tabs."""

from __future__ import annotations

import csv
import io
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.errors import at_line, refused
from referee.importers.common.json_reading import text_of
from referee.importers.spreadsheet.cells import CHARACTERS, Cell, Spread, Worksheet, require, require_length
from referee.importers.spreadsheet.heads import ROUND, head_of

TEXTS: Final = Texts(__file__)
SEPARATORS: Final = ",;\t"
COMMENT: Final = ";"
"""With what a comment begins in PPN, and no row of heads."""


def recognizes(head: bytes) -> bool:
    """Whether the first row that is not blank has the head of the rounds' numbers beside another one that is known."""
    line = head.decode("utf-8", "replace").lstrip().partition("\n")[0]
    return not line.startswith(COMMENT) and any(_is_heads(line, separator) for separator in SEPARATORS)


def read(data: bytes) -> Spread:
    """The rows of a file. Raises NotationError."""
    text = text_of(data)
    line = text.lstrip().partition("\n")[0]
    separator = next((one for one in SEPARATORS if _is_heads(line, one)), SEPARATORS[0])
    rows, number = [], 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for number, row in enumerate(reader, 1):
            require(number, len(row))
            cells = [Cell(value.strip(), number, column) for column, value in enumerate(row, 1) if value.strip()]
            for cell in cells:
                require_length(cell)
            rows += [cells] if cells else []
    except csv.Error:
        raise refused(at_line(reader.line_num), "…", TEXTS("csv", most=CHARACTERS)) from None
    return Spread([Worksheet("", rows)])


def _is_heads(line: str, separator: str) -> bool:
    heads = [head_of(name.strip().strip('"')) for name in line.split(separator)]
    known = [head for head in heads if head]
    return len(known) > 1 and ROUND in [head.tag for head in known]
