"""The match or the event that a page shows, where its reader may see it: Http404 otherwise."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse

from frontend.components.match_links import Links
from frontend.components.verdict_sheet import Sheet, sheet_of
from records import access, events, matches
from records.models import Event, Match


def opened(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> Match:
    """The match, where this person may see it or has a share link to it or to its event; Http404 otherwise."""
    if secret:
        found = events.find_shared_match(secret, match_id)
    else:
        found = matches.find(request.user, match_id) if match_id else None
    if found is None:
        raise Http404
    return found


def links_to(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> Links:
    """The match with the addresses of its pages: below the share link where it was opened by one, else its own."""
    return Links(opened(request, match_id, secret), secret, inside=match_id is not None)


def event_at(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, where this person may see it; Http404 otherwise."""
    event = events.find(request.user, event_id)
    if event is None:
        raise Http404
    return event


def inside(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, where this person belongs to its club; Http404 otherwise."""
    event = event_at(request, event_id)
    if not access.may(request.user, access.Right.READ, event.club_id):
        raise Http404
    return event


def viewer(request: HttpRequest, match: Match) -> str | None:
    """Whose eyes the address asks for, None for everybody's; of a seat that the game does not have nothing is shown (400)."""
    try:
        return matches.viewer(match, request.GET.get("view"))
    except matches.UnknownSeatError as error:
        raise BadRequest(f"no seat {error}") from error


def unlisted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view below a share link: search engines do not list the page, and caches do not store it."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **where: Any) -> HttpResponse:
        response = view(request, *args, **where)
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return shown


def sheet_for(links: Links, verdict: dict[str, Any] | None = None) -> Sheet | None:
    """The verdict sheet of a match: of the given verdict, or of its current one. None before there is one."""
    verdict = verdict or matches.verdict_of(links.match)
    return sheet_of(verdict, links) if verdict else None
