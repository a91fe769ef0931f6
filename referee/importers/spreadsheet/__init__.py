"""The importer of spreadsheets of score sheets: xlsx and CSV, a row for each round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from referee.importers.common.protocol import Converted, Hints, declared
from referee.importers.spreadsheet import text_table, workbook
from referee.importers.spreadsheet.matches import Matches, WrittenMatch
from referee.notation.errors import NotationError

_XLSX: Final = re.compile(rb"PK\x03\x04.*\bxl/(?:work|theme|style|shared|_rels)", re.DOTALL)


class Spreadsheet:
    """The first row that is not blank names the columns by tags of the notation; each other one is a round."""

    declaration = declared(__file__)

    def recognizes(self, head: bytes) -> bool:
        """Whether it is a workbook, or text whose first row has the head of the rounds' numbers."""
        return _XLSX.match(head) is not None or text_table.recognizes(head)

    def convert(self, data: bytes, hints: Hints) -> Iterable[Converted | NotationError]:
        """The matches of a file; of one with a cell that says nothing known, the error of the first of these, and of a sheet
        whose rows cannot be told into matches its error alone."""
        read = workbook.read(data) if data.startswith(b"PK") else text_table.read(data)
        for sheet in read.sheets:
            try:
                matches = Matches(hints).read(sheet)
            except NotationError as error:
                yield error
            else:
                yield from (_converted(match, read.unread) for match in matches)
        yield from read.errors


def _converted(match: WrittenMatch, unread: Sequence[str]) -> Converted | NotationError:
    if match.error is not None:
        return match.error
    draft = match.draft
    assert draft is not None
    draft.lacks("play")
    if unread:
        draft.lacks("sheets", *unread)
    try:
        return draft.converted()
    except NotationError as error:
        return error


IMPORTER: Final = Spreadsheet()
