"""Where, in the file that a match was converted from, its tags and moves stood: stored beside the match, for its findings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import models

from records.archive.matches.models import Match
from records.core.db.fields import Document, DocumentField
from referee.core.conversion import FROM
from referee.notation import Source
from referee.notation.source_places import SourcePlaces, restored


class MatchSourcePlaces(models.Model):
    """The places of a converted match (``SourcePlaces.as_dict``): those of the file that brought it first."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="source_places", primary_key=True)
    document: DocumentField[Document, Document] = DocumentField()

    def __str__(self) -> str:
        return str(self.match_id)


def store(stored: Iterable[tuple[Match, Source]]) -> None:
    """Store the places of those of these new matches that were converted."""
    MatchSourcePlaces.objects.bulk_create(
        MatchSourcePlaces(match=match, document=source.places.as_dict()) for match, source in stored if source.places
    )


def of(match: Match) -> SourcePlaces | None:
    """The places of a match; None where it was not converted."""
    if FROM.encode() not in bytes(match.source):
        return None
    found: dict[str, Any] | None = MatchSourcePlaces.objects.filter(pk=match.pk).values_list("document", flat=True).first()
    return restored(found) if found else None
