"""Finding the match or the event of a page, with Http404 where its reader may not see it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, TypedDict

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from frontend.components.matches.links import Links
from frontend.components.verdict.sheet import Sheet, sheet_of
from records import access, events, matches, visitors
from records.models import Event, Match, VisitorMatch


class Where(TypedDict, total=False):
    """What stands in the address of a match's page: its id, the secret of a share link, or the id of a visitor's match."""

    match_id: uuid.UUID
    secret: str
    visitor_id: uuid.UUID


class Expired(Http404):
    """A page of a visitor that is not there, or not any more."""


class DeadLink(Http404):
    """A link whose secret opens nothing, or nothing any more: ``kind`` is ``table`` for that of a table or seat, or ``share``."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def match_or_404(
    request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "", visitor_id: uuid.UUID | None = None
) -> Match:
    """The match, where this person may see it or has a share link to it or to its event. Raises Http404."""
    if visitor_id:
        return visitors.as_match(_visitor_match(visitor_id))
    if secret:
        found = events.find_shared_match(secret, match_id)
    else:
        found = matches.find(request.user, match_id) if match_id else None
    if found is None:
        raise DeadLink("share") if secret and access.link_by_secret(secret) is None else Http404
    return found


def links_to(
    request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "", visitor_id: uuid.UUID | None = None
) -> Links:
    """The addresses of a match's pages: a visitor's, below the share link that it was opened by, else its own. Raises Http404."""
    if visitor_id:
        row = _visitor_match(visitor_id)
        return Links(visitors.as_match(row), visitor=row)
    return Links(match_or_404(request, match_id, secret), secret, inside=match_id is not None)


def _visitor_match(visitor_id: uuid.UUID) -> VisitorMatch:
    row = visitors.find(visitor_id)
    if row is None:
        raise Expired
    return row


def event_or_404(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, where this person may see it. Raises Http404."""
    event = events.find(request.user, event_id)
    if event is None:
        raise Http404
    return event


def opened_event_or_404(request: HttpRequest, event_id: uuid.UUID | None = None, secret: str = "") -> Event:
    """The event, where this person may see it, or the one that a share link opens. Raises Http404."""
    if not secret:
        return event_or_404(request, event_id or uuid.UUID(int=0))
    event = events.find_shared(secret)
    if event is None:
        raise DeadLink("share")
    return event


def member_event_or_404(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, where this person belongs to its club or serves it as an arbiter. Raises Http404."""
    event = event_or_404(request, event_id)
    if not events.may_in(request.user, access.Right.READ, event):
        raise Http404
    return event


def seat_link_or_404(secret: str) -> events.SeatLink:
    """The link of a table, or of a seat of one, that has this secret. Raises DeadLink (404)."""
    link = events.find_seat_link(secret)
    if link is None:
        raise DeadLink("table")
    return link


def table_link_or_404(secret: str) -> events.SeatLink:
    """A table's own link, by which is written down what is played there. Raises Http404, also for the link of a seat."""
    link = seat_link_or_404(secret)
    if link.seat:
        raise Http404
    return link


def requested_view(request: HttpRequest, match: Match) -> str | None:
    """The seat whose view the address asks for, None for the view of everybody. Raises BadRequest (400) for a seat that the game
    lacks."""
    try:
        return matches.viewer(match, request.GET.get("view"))
    except matches.UnknownSeatError as error:
        raise BadRequest(f"no seat {error}") from error


def unlisted(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorates a view below a link with a secret: search engines do not list the page, and caches do not store it. Where the
    link opens nothing any more a page says why and what to do."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
        response: HttpResponseBase
        try:
            response = view(request, *args, **where)
        except DeadLink as link:
            response = render(request, "components/visitors/dead_link.html", {"kind": link.kind}, status=404)
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return wrapper


def of_visitor(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorates a view of what a visitor dropped: unlisted, and where it is gone a page says that it lasts a day."""

    @unlisted
    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **where)
        except Expired:
            return render(request, "components/visitors/gone.html", status=404)

    return wrapper


def sheet_for(links: Links, verdict: dict[str, Any] | None = None) -> Sheet | None:
    """The verdict sheet of a match: of the given verdict, or of its current one. None before there is one."""
    verdict = verdict or matches.verdict_of(links.match)
    return sheet_of(matches.verdict_for_reader(links.match, verdict), links) if verdict else None
