"""Published results: an event's standings and everything they follow from, in one signed document."""

from records.tournament.publications.outsiders import overview_for, rulings_for
from records.tournament.publications.publishing import publish, publishing_of
from records.tournament.publications.reading import (
    FORMS,
    document_of,
    download,
    matches_in,
    publication_of,
    publications_of,
)
from records.tournament.publications.signing_keys import known_keys

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
]
