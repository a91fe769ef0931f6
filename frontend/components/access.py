"""Finding the match, the event or the table of a page, with Http404 where its actor may not see it.

A page is opened by links where its view says so (``opened_by``, ``by_seat``): there the actor holds the links that the browser
opened, and nowhere else. The link of a table or of a seat is asked by where the address has ``?seat=`` (empty: the table's own).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from frontend.components.matches.links import KEY, Links
from records.accounts import access
from records.accounts.access import SEAT
from records.archive import matches
from records.archive.models import Match
from records.core.people import Actor
from records.core.unlisted import is_unlisted
from records.tournament import events
from records.tournament.models import Event
from records.wording.verdict_sheet import VerdictSheet, sheet_of

View: TypeAlias = Callable[..., HttpResponseBase]


def event_or_404(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, where this person may see it. Raises Http404."""
    event = events.find(request.user, event_id)
    if event is None:
        raise Http404
    return event


def member_event_or_404(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, where this person belongs to its club or serves it as an arbiter. Raises Http404."""
    event = event_or_404(request, event_id)
    if not events.may_in(request.user, access.Right.READ, event):
        raise Http404
    return event


def event_to_change(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event of a page that everybody may see who may see the event, and on which its people change it. Raises Http404."""
    return (member_event_or_404 if request.method == "POST" else event_or_404)(request, event_id)


def seat_link_or_404(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> events.SeatLink:
    """The link of a table of this event, or of a seat of it, by which this actor asks (``by_seat``). Raises Http404."""
    link = events.seat_link_of(request.user, table_id, request.GET.get(SEAT, ""))
    if link is None or link.table.event_id != event_id:
        raise Http404
    return link


def table_link_or_404(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> events.SeatLink:
    """A table's own link, by which is written down what is played there. Raises Http404, also for the link of a seat."""
    link = seat_link_or_404(request, event_id, table_id)
    if link.seat:
        raise Http404
    return link


def opened_by(kind: type[access.Grant]) -> Callable[[View], View]:
    """Decorates a view that links open whose grants are of this class. What a link opens is stored by no cache. Where nothing is
    found and a link has ended, a page says so."""

    def decorated(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
            grants = [grant for grant in access.remembered(request.session) if isinstance(grant, kind)]
            if not grants:
                return view(request, *args, **where)
            access.hold(request.user, grants)
            try:
                response = view(request, *args, **where)
            except Http404:
                if all(map(events.opens, grants)):
                    raise
                response = dead_link(request, kind)
            response.headers["Cache-Control"] = "private, no-store"
            return response

        return wrapper

    return decorated


def dead_link(request: HttpRequest, kind: type[access.Grant]) -> HttpResponse:
    """The page that says that a link opens nothing any more, and what to do."""
    response = render(request, "components/visitors/dead_link.html", {"of_table": kind is access.SeatGrant}, status=404)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def actor_by_key(request: HttpRequest) -> Actor:
    """A visitor who holds the link whose secret the address has; without one the actor of the request. Raises Http404."""
    if KEY not in request.GET:
        return request.user
    grant = access.grant_of(request.GET[KEY])
    if not isinstance(grant, access.ShareGrant):
        raise Http404
    return access.hold(AnonymousUser(), [grant])


def asks_by_seat(request: HttpRequest) -> bool:
    """Whether somebody asks by the link of a table or seat, which its address names: one browser may hold several."""
    return SEAT in request.GET


def by_seat(view: View) -> View:
    """Decorates a view for the holders of the links of its table and seats."""
    opened = opened_by(access.SeatGrant)(view)

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
        if not any(isinstance(grant, access.SeatGrant) for grant in access.remembered(request.session)):
            return dead_link(request, access.SeatGrant)
        return opened(request, *args, **where)

    return wrapper


def by_seat_or_account(view: View) -> View:
    """Decorates a view for the holder of such a link, where the address says so; else for a signed-in account."""
    linked, signed_in = by_seat(view), login_required(view)

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
        answer: HttpResponseBase = (linked if asks_by_seat(request) else signed_in)(request, *args, **where)
        return answer

    return wrapper


def at_table(name: str, link: events.SeatLink, *more: Any) -> str:
    """The address of a page of a table, for the holder of this link."""
    address = reverse(f"pages:{name}", args=[link.table.event_id, link.table.pk, *more])
    return f"{address}?{urlencode({SEAT: link.seat})}"


def match_to_read(request: HttpRequest, match_id: uuid.UUID) -> Match:
    """The match, where this actor may read it: by their rights, by a share link, by the address of what a visitor dropped. Raises
    Http404. Its view is decorated by ``opened_to_readers``."""
    found = matches.find_to_read(request.user, match_id)
    if found is None:
        raise Expired if is_unlisted(match_id) else Http404
    return found


def opened_to_readers(view: View) -> View:
    """Decorates a view of a match that share links open, and the address of what a visitor dropped."""
    by_right, by_address = opened_by(access.ShareGrant)(view), unlisted(view)

    @wraps(view)
    def wrapper(request: HttpRequest, match_id: uuid.UUID, **more: Any) -> HttpResponseBase:
        return (by_address if is_unlisted(match_id) else by_right)(request, match_id=match_id, **more)

    return wrapper


class Expired(Http404):
    """A visitor's file or match does not exist, or has expired."""


def unlisted(view: View) -> View:
    """Decorates a view of what a visitor dropped: the actor may be the browser that did. Where it is gone a page says that it
    lasts a day."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **where: Any) -> HttpResponseBase:
        access.hold(request.user, [one for one in access.remembered(request.session) if isinstance(one, access.DropGrant)])
        try:
            return view(request, *args, **where)
        except Expired:
            return render(request, "components/visitors/gone.html", status=404)

    return wrapper


def sheet_for(links: Links, verdict: dict[str, Any] | None = None) -> VerdictSheet | None:
    """The verdict sheet of a match: of the given verdict, or of its current one. None before there is one."""
    verdict = verdict or matches.verdict_of(links.match)
    return sheet_of(matches.verdict_for_reader(links.match, verdict), links) if verdict else None
