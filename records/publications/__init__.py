"""Published results: an event's standings and everything they follow from, in one signed document."""

from records.publications.published import (
    FORMS,
    document_of,
    file_of,
    lines_of,
    matches_in,
    publication_of,
    publications_of,
    publishing_of,
    size_of,
    workbook_of,
)
from records.publications.publishing import publish, run, sweep
from records.publications.signing_keys import known_keys

__all__ = [
    "FORMS",
    "document_of",
    "file_of",
    "known_keys",
    "lines_of",
    "matches_in",
    "publication_of",
    "publications_of",
    "publish",
    "publishing_of",
    "run",
    "size_of",
    "sweep",
    "workbook_of",
]
