"""Published results: an event's standings and everything they follow from, in one signed document."""

from records.publications.outsiders import overview_for, rulings_for
from records.publications.publishing import publish, run, sweep
from records.publications.reading import (
    FORMS,
    document_of,
    download,
    matches_in,
    publication_of,
    publications_of,
    publishing_of,
)
from records.publications.signing_keys import known_keys

__all__ = [
    "FORMS",
    "document_of",
    "download",
    "known_keys",
    "overview_for",
    "matches_in",
    "publication_of",
    "publications_of",
    "publish",
    "publishing_of",
    "rulings_for",
    "run",
    "sweep",
]
