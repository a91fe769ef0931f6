"""What is read of published results. Nothing here looks at the event as it is now: what was published stays what it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Case, QuerySet, When

from records.event import Event
from records.models import Publication, Publishing
from records.spreadsheets import Sheet, as_csv, as_xlsx
from referee.results.canonical import load
from referee.results.document import Document
from referee.results.sheets import SHEETS, rows_of

FORMS = {
    "results.json": "application/json", "standings.csv": "text/csv", "tables.csv": "text/csv", "ledger.csv": "text/csv",
    "rulings.csv": "text/csv", "results.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}  # fmt: skip
"""What a publication can be had as."""


def publications_of(event: Event) -> QuerySet[Publication]:
    """The publications of an event, the latest first, without their files."""
    return event.publications.defer("file")


def publishing_of(event: Event) -> Publishing | None:
    """What is on its way to being published of an event; else what was last."""
    open_first = Case(When(state__in=("pending", "running"), then=0), default=1)
    return event.publishings.defer("frozen").order_by(open_first, "-at", "-touched_at").first()


def publication_of(event: Event, number: int) -> Publication | None:
    """A publication of an event, with its file."""
    return event.publications.filter(number=number).first()


def document_of(publication: Publication) -> Document:
    """What was published."""
    file: Any = load(bytes(publication.file))
    document: Document = file["document"]
    return document


def lines_of(publication: Publication, name: str, language: str) -> Iterator[str]:
    """One of its tables (standings, tables, ledger, rulings) as CSV."""
    sheet = _sheets(publication, language)[name]
    return as_csv(sheet.columns, sheet.rows)


def workbook_of(publication: Publication, language: str) -> bytes:
    """All of its tables as a workbook."""
    sheets = _sheets(publication, language)
    return as_xlsx(list(sheets.values()), f"{publication.event.name} {publication.number}", publication.at)


def _sheets(publication: Publication, language: str) -> dict[str, Sheet]:
    document = document_of(publication)
    return {
        name: Sheet(sheet.title[language], [column.title[language] for column in sheet.columns], rows_of(name, document))
        for name, sheet in SHEETS.items()
    }  # fmt: skip
