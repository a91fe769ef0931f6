"""Finding the match in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import Problem
from records.archive import matches
from records.archive.models import Match


def match_of(request: Request, match_id: uuid.UUID) -> Match:
    """The match of the archive, where this actor may see it. Raises Problem (404)."""
    return _there(matches.find(request.user, match_id))


def match_to_read(request: Request, match_id: uuid.UUID) -> Match:
    """The same to read alone, also what a visitor dropped. Raises Problem (404)."""
    return _there(matches.find_to_read(request.user, match_id))


def _there(match: Match | None) -> Match:
    if match is None:
        raise Problem(404, "not-found", _("Match not found, or you don't have access."))
    return match
