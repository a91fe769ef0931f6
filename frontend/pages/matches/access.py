"""Which match a page shows: the person's own or a public one, or one that a share link opens."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from frontend.components.match_links import Links
from frontend.components.verdict_sheet import Sheet, sheet_of
from records import events, matches
from records.models import Match


def opened(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> Match:
    """The match, where this person may see it or comes by a share link to it or to its event."""
    if secret:
        found = events.find_shared_match(secret, match_id)
    else:
        found = matches.find(request.user, match_id) if match_id else None
    if found is None:
        raise Http404
    return found


def links_to(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> Links:
    """The match as its reader is led to it: its addresses are those that it was opened by."""
    return Links(opened(request, match_id, secret), secret, inside=match_id is not None)


def unlisted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page below a share link: no search engine lists it, and nothing on the way keeps it past its revocation."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **where: Any) -> HttpResponse:
        response = view(request, *args, **where)
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return shown


def sheet_for(links: Links, verdict: dict[str, Any] | None = None) -> Sheet | None:
    """The verdict as a page shows it: the given one, or the current one of the match; None before there is one."""
    verdict = verdict or matches.verdict_of(links.match)
    return sheet_of(verdict, links) if verdict else None
