"""Finding the publication in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import Problem
from api.tournament.events.lookup import event_of
from records.tournament import publications
from records.tournament.models import Publication


def publication_of(request: Request, event_id: uuid.UUID, number: int) -> Publication:
    """The publication, by its number in the event. Raises Problem (404)."""
    publication = publications.publication_of(event_of(request, event_id), number)
    if publication is None:
        raise Problem(404, "not-found", _("There is no such publication."))
    return publication
