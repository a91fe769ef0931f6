"""The importer of spreadsheets of score sheets: xlsx and CSV, a row for each round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.protocol import Converted, Hints, declared
from referee.importers.spreadsheet import text_table, workbook
from referee.importers.spreadsheet.cells import brief
from referee.importers.spreadsheet.matches import matches_of
from referee.notation.converters import LEFT_OUT, Note, NotToldError
from referee.notation.errors import NotationError
from referee.notation.source_places import CELL, SourcePlace

TEXTS: Final = Texts(__file__)

_XLSX: Final = re.compile(rb"PK\x03\x04.*\bxl/(?:work|theme|style|shared|_rels)", re.DOTALL)


class Spreadsheet:
    """A row of heads names the columns, by tags of the notation or people's names; each row below is a round,
    or totals, or words."""

    declaration = declared(__file__)

    def recognizes(self, head: bytes) -> bool:
        """Whether it is a workbook, or text with a row of heads."""
        return _XLSX.match(head) is not None or text_table.recognizes(head)

    def convert(self, data: bytes, hints: Hints) -> Iterable[Converted | NotationError]:
        """The matches of a file; of one with a cell that says nothing known, the error of the first of these, and of a sheet
        whose rows cannot be told into matches its error alone."""
        read = workbook.read(data) if data.startswith(b"PK") else text_table.read(data)
        notes = [*read.notes]
        if read.unread:
            notes.append(
                Note(LEFT_OUT, SourcePlace(CELL, f"{read.unread[0]}!A1"), TEXTS("unread", names=brief(", ".join(read.unread))))
            )
        for sheet in read.sheets:
            try:
                matches = matches_of(sheet, hints)
            except NotationError as error:
                yield error
            else:
                yield from (_told(match.converted(hints, read.unread), notes) for match in matches)
        yield from read.errors


def _told(match: Converted | NotationError, notes: Sequence[Note]) -> Converted | NotationError:
    """The match with what is noted on the file as a whole."""
    if isinstance(match, Converted):
        return match._replace(notes=(*match.notes, *notes))
    if isinstance(match, NotToldError):
        match.notes = (*match.notes, *notes)
    return match


IMPORTER: Final = Spreadsheet()
