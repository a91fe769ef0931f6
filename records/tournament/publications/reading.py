"""Reading published results. Nothing here reads the event as it is now."""

from __future__ import annotations

from collections.abc import Iterator
from io import SEEK_END
from typing import Any, BinaryIO

from django.db.models import QuerySet, Sum
from django.db.models.functions import Length

from records.core.files import File
from records.core.spreadsheets import Worksheet, as_csv, as_xlsx
from records.tournament.events.models import Event
from records.tournament.publications.models import Publication, PublicationPiece
from referee.chinese import in_language
from referee.tournament.published.chunks import entries_in, without_matches
from referee.tournament.published.exports import EXPORTS, rows_of
from referee.tournament.published.form import Document

CHUNK = 64 * 1024
"""Bytes of a workbook that are read at once."""
FORMS = {
    "results.json": "application/json",
    "standings.csv": "text/csv",
    "teams.csv": "text/csv",
    "tables.csv": "text/csv",
    "ledger.csv": "text/csv",
    "rulings.csv": "text/csv",
    "penalties.csv": "text/csv",
    "appeals.csv": "text/csv",
    "results.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""What a publication can be had as."""


def publications_of(event: Event) -> QuerySet[Publication]:
    """The publications of an event, the latest first."""
    return event.publications.all()


def publication_of(event: Event, number: int) -> Publication | None:
    """A publication of an event by its number."""
    return publications_of(event).filter(number=number).first()


def pieces_of(event: Any, number: int, least: int = 0, most: int | None = None) -> Iterator[bytes]:
    """The pieces of a publication's signed file, read one at a time; of one under way those stored so far. ``least`` and ``most``
    limit their places."""
    pieces = PublicationPiece.objects.filter(event=event, number=number).order_by("place")
    while found := pieces.filter(place__gte=least, **({} if most is None else {"place__lte": most})).first():
        yield bytes(found.data)
        least = found.place + 1


def download(publication: Publication, form: str, language: str) -> File | None:
    """A file of a publication, its headings in this language; None where there is no such form."""
    name, media_type = f"{publication.event.slug}-{publication.number}.{form}", FORMS.get(form)
    if media_type is None:
        return None
    if form == "results.json":
        return File(name, media_type, _file_of(publication), _size_of(publication))
    if form == "results.xlsx":
        workbook = _workbook_of(publication, language)
        return File(name, media_type, _chunks(workbook), workbook.seek(0, SEEK_END))
    return File(name, f"{media_type}; charset=utf-8", _lines_of(publication, form.removesuffix(".csv"), language))


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    """What a temporary file holds; it is deleted at the end."""
    with file:
        file.seek(0)
        yield from iter(lambda: file.read(CHUNK), b"")


def _file_of(publication: Publication) -> Iterator[bytes]:
    """The signed file of a publication, piece by piece."""
    return pieces_of(publication.event_id, publication.number)


def _size_of(publication: Publication) -> int:
    """The size of a publication's signed file in bytes."""
    pieces = PublicationPiece.objects.filter(event=publication.event_id, number=publication.number)
    size: int = pieces.aggregate(size=Sum(Length("data")))["size"]
    return size


def document_of(publication: Publication) -> Document:
    """The document of a publication without its matches."""
    pieces = PublicationPiece.objects.filter(event=publication.event_id, number=publication.number)
    first, last = pieces.filter(place__in=(0, publication.matches + 1)).order_by("place")
    document: Document = without_matches(bytes(first.data), bytes(last.data))["document"]
    return document


def match_pieces_of(publication: Publication) -> Iterator[bytes]:
    """The pieces of a publication's signed file that hold its matches."""
    return pieces_of(publication.event_id, publication.number, 1, publication.matches)


def matches_in(publication: Publication) -> Iterator[Any]:
    """The matches of a publication, a few held in memory at a time."""
    return (entry for piece in match_pieces_of(publication) for entry in entries_in(piece))


def _lines_of(publication: Publication, name: str, language: str) -> Iterator[str]:
    """A table of a publication (standings, tables, ledger, rulings) as lines of CSV."""
    sheet = _sheets(publication, language)[name]
    return as_csv(sheet.columns, sheet.rows)


def _workbook_of(publication: Publication, language: str) -> BinaryIO:
    """All tables of a publication as a workbook: a temporary file, deleted when it is closed."""
    sheets = _sheets(publication, language)
    document = document_of(publication)
    for name in ("teams", "penalties", "appeals"):
        if not document.get(name):
            del sheets[name]
    return as_xlsx(list(sheets.values()), f"{publication.event.name} {publication.number}", publication.at)


def _sheets(publication: Publication, language: str) -> dict[str, Worksheet]:
    document = document_of(publication)
    return {
        name: Worksheet(
            in_language(sheet.title, language),
            [in_language(column.title, language) for column in sheet.columns],
            rows_of(name, document, matches_in(publication)),
        )
        for name, sheet in EXPORTS.items()
    }
