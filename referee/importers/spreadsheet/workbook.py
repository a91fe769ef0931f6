"""A workbook (xlsx): a zip archive of XML, read within limits by the standard library.

Only its sheets, their texts and their order are read. Nothing is computed: of a formula the stored value is taken.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import Final
from xml.etree.ElementTree import Element, ParseError, iterparse

from referee.core.texts import Texts
from referee.importers.common.errors import refused
from referee.importers.common.json_reading import require_size
from referee.importers.spreadsheet.cells import Cell, Row, Spread, Worksheet, require, require_length
from referee.notation import limits
from referee.notation.errors import NotationError, Text, too_large

BOOK, LINKS, STRINGS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"
TEXTS: Final = Texts(__file__)
PARTS: Final = 1_000
"""Files in the archive."""
DAYS: Final = 2_958_465
"""The last day that a number may mean, in the year 9999."""
FIRST_DAYS: Final = {False: date(1899, 12, 30), True: date(1904, 1, 1)}
"""The days from which days are counted, by whether the book counts from 1904."""
LEAP: Final = 60
"""The day that was none: numbers up to it mean other days by other programs."""
UNREADABLE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    KeyError,
    StopIteration,
)
"""What the standard library raises over an archive that is not what it says, and what a workbook without its parts lacks."""
_REFERENCE: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_DECLARES: Final = re.compile(rb"<!(?:DOCTYPE|ENTITY)|\0")


class Archive:
    """The files of a workbook, which may not unpack to more than so many bytes together."""

    def __init__(self, data: bytes) -> None:
        require_size(data)
        self.zip = zipfile.ZipFile(io.BytesIO(data))
        self.left = self.room = limits.CONVERTED_BYTES
        names = self.zip.namelist()
        if len(names) > PARTS:
            raise too_large(1, 1, TEXTS("files"), PARTS, len(names))
        self.names = frozenset(names)

    def take(self, cell: Cell) -> None:
        """Count the text of a cell: many cells may refer to one text. Raises NotationError."""
        require_length(cell)
        self.room -= len(cell.text)
        if self.room < 0:
            raise too_large(
                cell.row, cell.column, TEXTS("characters"), limits.CONVERTED_BYTES, limits.CONVERTED_BYTES - self.room
            )

    def elements(self, name: str, *wanted: str) -> Iterator[Element]:
        """The elements of these names in a file of the archive, as they end. Raises NotationError."""
        entry = self.zip.getinfo(name)
        if entry.flag_bits & 1 or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise refused(_part(name), name, TEXTS("book"))
        with self.zip.open(entry) as file:
            data = file.read(self.left + 1)
        self.left -= len(data)
        if self.left < 0:
            raise too_large(1, 1, TEXTS("unpacked"), limits.CONVERTED_BYTES, limits.CONVERTED_BYTES - self.left)
        if _DECLARES.search(data):
            raise refused(_part(name), "<!", TEXTS("plain-xml"))
        try:
            yield from _elements(data, wanted)
        except (ParseError, LookupError) as error:
            raise refused(_part(name), str(error), TEXTS("plain-xml")) from None


def _part(name: str) -> Text:
    return {"zh": name, "en": name}


def _elements(data: bytes, wanted: tuple[str, ...]) -> Iterator[Element]:
    """The wanted elements of a part; whatever else it has is let go of at once."""
    stack: list[Element] = []
    inside = count = 0
    for event, element in iterparse(io.BytesIO(data), ("start", "end")):  # noqa: S314 - it declares no entities: see above
        if event == "start":
            count += 1
            if count > limits.CONVERTED_OBJECTS:
                raise too_large(1, 1, TEXTS("elements"), limits.CONVERTED_OBJECTS, count)
            stack.append(element)
            inside += _name(element) in wanted
            continue
        stack.pop()
        if _name(element) in wanted:
            inside -= 1
            yield element
        if not inside and stack:
            stack[-1].remove(element)


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def read(data: bytes) -> Spread:
    """The visible sheets of a workbook that have something in them, in their order. Raises NotationError."""
    try:
        return _read(Archive(data))
    except NotationError:
        raise
    except UNREADABLE as error:
        raise refused(_part("xlsx"), str(error) or type(error).__name__, TEXTS("book")) from None


def _read(archive: Archive) -> Spread:
    from_1904 = any(_flag(one, "date1904") for one in archive.elements(BOOK, "workbookPr"))
    links = {one.attrib["Id"]: one.attrib["Target"] for one in archive.elements(LINKS, "Relationship")}
    texts = [_text(one).strip() for one in archive.elements(STRINGS, "si")] if STRINGS in archive.names else []
    found, unread, errors = [], [], []
    for one in archive.elements(BOOK, "sheet"):
        name, link = one.attrib["name"], next(value for key, value in one.attrib.items() if key.endswith("}id"))
        target = links[link]
        path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        try:
            rows = [] if one.get("state", "visible") != "visible" else list(_rows(archive, path, name, texts, from_1904))
        except NotationError as error:
            errors.append(error)
            continue
        if rows:
            found.append(Worksheet(name, rows))
        else:
            unread.append(name)
    if not found:
        raise errors[0] if errors else refused(_part("xlsx"), ", ".join(unread), TEXTS("rows"))
    return Spread(found, unread, errors)


def _flag(element: Element, name: str) -> bool:
    return element.get(name, "0") in ("1", "true")


def _text(element: Element) -> str:
    """The text of a string, without how it is pronounced."""
    parts = []
    for one in element:
        if _name(one) == "t":
            parts.append(one.text or "")
        elif _name(one) == "r":
            parts += [piece.text or "" for piece in one if _name(piece) == "t"]
    return "".join(parts)


def _rows(archive: Archive, path: str, sheet: str, texts: list[str], from_1904: bool) -> Iterator[Row]:
    number = 0
    for row in archive.elements(path, "row"):
        number = int(row.get("r", number + 1))
        column, cells = 0, []
        for one in row:
            if _name(one) != "c":
                continue
            column = _column(one.get("r", ""), column + 1)
            require(number, column)
            cell = _cell(one, Cell("", number, column, sheet), texts, from_1904)
            archive.take(cell)
            cells += [cell] if cell.text else []
        if cells:
            yield cells


def _column(reference: str, otherwise: int) -> int:
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return otherwise
    column = 0
    for letter in found[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column


def _cell(element: Element, place: Cell, texts: list[str], from_1904: bool) -> Cell:
    kind = element.get("t", "n")
    parts = {_name(one): one for one in element}
    value = (parts["v"].text or "") if "v" in parts else ""
    if kind == "inlineStr":
        return place._replace(text=_text(parts["is"]).strip() if "is" in parts else "")
    if not value and "f" in parts and kind != "str":
        place._replace(text="=" + (parts["f"].text or "")).refuse(TEXTS("computed"))
    if not value or kind == "str":
        return place._replace(text=value.strip())
    if kind == "s" and value.isdecimal() and int(value) < len(texts):
        return place._replace(text=texts[int(value)])
    if kind != "n":
        place._replace(text=value).refuse(TEXTS("value"))
    return _number(value, place, from_1904)


def _number(value: str, place: Cell, from_1904: bool) -> Cell:
    try:
        number = Decimal(value)
        whole = number == number.to_integral_value() and abs(number) < 10**18
    except InvalidOperation:
        place._replace(text=value).refuse(TEXTS("value"))
    if not whole:
        return place._replace(text=value)
    days = int(number)
    day = ""
    if (0 if from_1904 else LEAP) < days <= DAYS:
        day = (FIRST_DAYS[from_1904] + timedelta(days)).strftime("%Y.%m.%d") if days + 1 < DAYS else ""
    return place._replace(text=str(days), date=day)
