"""Finding the match in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import Problem
from records.archive import matches
from records.archive.models import Match


def match_of(request: Request, match_id: uuid.UUID) -> Match:
    """The match, where this actor may see it. Raises Problem (404)."""
    match = matches.find(request.user, match_id)
    if match is None:
        raise Problem(404, "not-found", _("Match not found, or you don't have access."))
    return match
