"""Finding the match in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import Problem
from records import events, matches
from records.models import Match


def match_of(request: Request, match_id: uuid.UUID | None = None, secret: str = "") -> Match:
    """The match, where this person may see it or has a share link to it or to its event. Raises Problem (404)."""
    if secret:
        match = events.find_shared_match(secret, match_id)
    else:
        match = matches.find(request.user, match_id) if match_id else None
    if match is None:
        raise Problem(404, "not-found", _("There is no such match, or it is not yours to see."))
    return match
