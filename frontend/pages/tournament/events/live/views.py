"""The answers to a page that follows an event: a stream of its versions, and the page's parts as they are now."""

from __future__ import annotations

import uuid

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from frontend.components.access import event_or_404, opened_by
from frontend.components.clubs.rights import rights_in
from frontend.components.event_tables.seats import playing_tables
from frontend.components.page.polled import polled
from frontend.pages.tournament.events.live.page import live_context
from records.accounts import access
from records.tournament import publications
from records.tournament.models import Event

KEPT = 20
"""Seconds for which the parts of a version are the same for all who are not signed in: everybody asks at once when it grows."""


class Followed(HttpResponse):
    """What whoever may follow an event is answered, without a content: there is no stream at this process, ask for the version.

    The live process takes it for leave to stream, and its headers for those of the stream.
    """

    status_code = 204

    def __init__(self, event: Event) -> None:
        super().__init__()
        del self.headers["Content-Type"]
        self.event_id: uuid.UUID = event.pk
        self.version: int = event.version


@opened_by(access.ShareGrant)
@require_GET
@never_cache
def live(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Leave to follow an event; a bare 404 for who may not see it, since no person reads it."""
    try:
        return Followed(event_or_404(request, event_id))
    except Http404:
        return HttpResponse(status=404)


def parts(request: HttpRequest, event: Event) -> HttpResponse:
    """The parts of an event's page that change while people play."""
    key = _shared_key(request, event)
    content = cache.get(key) if key else None
    if content is None:
        overview = publications.overview_for(request.user, event)
        context = {"event": event, "rights": rights_in(request, event.club), **live_context(request, overview)}
        content = render(request, "pages/tournament/events/live/parts.html", context).content
        if key:
            cache.set(key, content, KEPT)
    return HttpResponse(content, headers={"Cache-Control": "private, no-store"})


def playing(request: HttpRequest, event: Event) -> HttpResponse:
    """How far the tables of an event are that are played now; 304 while they are as far."""
    found = playing_tables(event)
    context = {"tables": found}
    return polled(request, found, timezone.now(), lambda: render(request, "pages/tournament/events/live/playing.html", context))


def _shared_key(request: HttpRequest, event: Event) -> str:
    """The key under which the parts are kept for all who see the same ones; empty for an actor who may see more.

    The holders of a link have parts of their own: addresses in them have the key of the link.
    """
    after = request.GET.get("stage", "")
    if request.user.is_authenticated or (after and not after.isdecimal()) or len(after) > 3:
        return ""
    links = access.links_held(request.user)
    if any(link.match_id for link in links):
        return ""
    held = "-".join(sorted(link.pk.hex for link in links))
    return f"event-parts:{event.pk}:{event.version}:{get_language()}:{after}:{held}"
