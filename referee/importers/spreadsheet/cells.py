"""Cells of a spreadsheet and their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn

from referee.core.texts import Texts, shortened
from referee.importers.common.errors import TOKEN, refused
from referee.notation.converters import Note
from referee.notation.errors import NotationError, Text, too_large
from referee.notation.source_places import CELL, SourcePlace

TEXTS: Final = Texts(__file__)
ROWS: Final = 20_000
"""Rows of a sheet."""
COLUMNS: Final = 200
"""Columns of a sheet."""
CHARACTERS: Final = 32_767
"""Characters of a cell, as many as spreadsheet programs let one have."""


class Cell(NamedTuple):
    """A cell that is not blank: its text without the space around it; ``date`` is the day that a number in it may mean."""

    text: str
    row: int
    column: int
    sheet: str = ""
    date: str = ""

    @property
    def name(self) -> str:
        """Its name as spreadsheets have it: ``Sheet1!C5``."""
        return f"{self.sheet}!{letters(self.column)}{self.row}" if self.sheet else f"{letters(self.column)}{self.row}"

    @property
    def brief(self) -> str:
        """Its text, no longer than a sentence can repeat it."""
        return brief(self.text)

    @property
    def place(self) -> SourcePlace:
        return SourcePlace(CELL, self.name)

    def refuse(self, expected: Text) -> NoReturn:
        """Raise the error of a cell that cannot be converted."""
        raise refused(self.place, self.text, expected)


Row = Sequence[Cell]


class Worksheet(NamedTuple):
    """A sheet of a workbook: its rows that are not blank, each with its cells that are not."""

    name: str
    rows: Sequence[Row]


class Spread(NamedTuple):
    """What was read of a file, the names of the sheets that have nothing to read, the errors of those that cannot be read,
    and notes on how the file was read."""

    sheets: Sequence[Worksheet]
    unread: Sequence[str] = ()
    errors: Sequence[NotationError] = ()
    notes: Sequence[Note] = ()


def places(first: Cell, last: Cell) -> SourcePlace:
    """The place of the cells of a row from one to another."""
    return first.place if first == last else SourcePlace(CELL, f"{first.name}:{letters(last.column)}{last.row}")


def brief(text: str) -> str:
    """A text, no longer than a sentence can repeat it."""
    return shortened(text, TOKEN)


def letters(column: int) -> str:
    """The letters of a column, counted from 1."""
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def require_length(cell: Cell) -> None:
    """Raise NotationError for a cell with more characters than one may have."""
    if len(cell.text) > CHARACTERS:
        raise too_large(cell.row, cell.column, TEXTS("characters-of-cell"), CHARACTERS, len(cell.text))


def require(row: int, column: int) -> None:
    """Raise NotationError past the limits of a sheet."""
    if row > ROWS:
        raise too_large(row, 1, TEXTS("rows-of-sheet"), ROWS, row)
    if column > COLUMNS:
        raise too_large(row, column, TEXTS("columns-of-sheet"), COLUMNS, column)
