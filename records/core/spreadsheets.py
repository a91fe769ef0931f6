"""Tables for spreadsheets: CSV, and XLSX whose bytes are always the same. No cell is ever run as a formula."""

from __future__ import annotations

import csv
import io
import re
import shutil
import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

from openpyxl import Workbook
from openpyxl.cell import Cell as StoredCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

Cell = str | int | None

FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_FORMULA_INSIDE = re.compile(r"(?<=[,;|\t\r\n\"])(?=[=+\-@＝＋－＠])")
"""Where a formula would begin if a spreadsheet took the character before it for the separator of cells or the end of a line."""
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")
_MOST = 32_767
"""Characters of a cell, by the format."""
_NAME = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Worksheet(NamedTuple):
    """One table with a name and a heading row."""

    name: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def as_csv(columns: Sequence[str], rows: Iterable[Collection[Cell]]) -> Iterator[str]:
    """A table as lines of CSV, every cell quoted, with the byte order mark by which spreadsheets recognize UTF-8."""
    yield "\ufeff" + _csv_line(columns)
    yield from csv_lines(rows)


def csv_lines(rows: Iterable[Collection[Cell]]) -> Iterator[str]:
    """Rows as lines of CSV, which follow those of ``as_csv``."""
    for row in rows:
        yield _csv_line([plain(value) for value in row])


def _csv_line(cells: Collection[Cell]) -> str:
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL).writerow(cells)
    return line.getvalue()


def plain(value: Cell) -> Cell:
    """A value of a CSV cell; what a spreadsheet would run as a formula is marked as text, wherever it splits the cell."""
    if not isinstance(value, str):
        return value
    text = _FORMULA_INSIDE.sub("'", value.encode("utf-8", "replace").decode())
    return f"'{text}" if text.startswith(FORMULA) else text


def as_xlsx(sheets: Sequence[Worksheet], title: str, at: datetime) -> BinaryIO:
    """A workbook as a temporary file, deleted when it is closed. Rows are written one at a time; ``at`` is its time stamp."""
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator, book.properties.created = _text(title), "", at.replace(tzinfo=None)
    for sheet in sheets:
        page = book.create_sheet(_NAME.sub(" ", sheet.name)[:31])
        page.freeze_panes = "A2"
        heads = [WriteOnlyCell(page, value=_text(column)) for column in sheet.columns]
        for head in heads:
            head.font = Font(bold=True)
        page.append(heads)
        for row in sheet.rows:
            page.append([_cell(page, value) for value in row])
    with TemporaryFile() as written:
        book.save(written)
        return _timeless(written, at)


def _cell(page: Any, value: Cell) -> StoredCell | int | None:
    """A cell. Text is stored as text, so that a spreadsheet never takes it for a formula."""
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(page, value=_text(value))
    cell.data_type = "s"
    cell.style = "Normal"
    cell.quotePrefix = value.startswith(FORMULA)
    return cell


def _text(value: str) -> str:
    return _NOT_XML.sub("\ufffd", value)[:_MOST]


def _timeless(written: BinaryIO, at: datetime) -> BinaryIO:
    """The same workbook without the times at which it was written."""
    stamp = at.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    packed = cast(BinaryIO, TemporaryFile())  # noqa: SIM115 - closed by who asked for it
    with zipfile.ZipFile(written) as was, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in was.namelist():
            member = zipfile.ZipInfo(name, _EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED
            with was.open(name) as content, archive.open(member, "w") as copy:
                if name == "docProps/core.xml":
                    copy.write(_MODIFIED.sub(rb"\g<1>" + stamp, content.read()))
                else:
                    shutil.copyfileobj(content, copy)
    packed.seek(0)
    return packed
