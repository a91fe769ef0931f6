"""The parts of an event's page that change while people play, as they are now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from records.accounts import access
from records.tournament import events, publications
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event

KEPT = 20
"""Seconds for which the parts of a version are the same for all who are not signed in: everybody asks at once when it grows."""


class Parts(NamedTuple):
    """What changes of a page while people play: its template, and what that shows of an event."""

    template: str
    context: Callable[[HttpRequest, EventOverview], dict[str, Any]]

    def answer(self, request: HttpRequest, event: Event) -> HttpResponse:
        """The parts as they are now."""
        key = self._shared_key(request, event)
        content = cache.get(key) if key else None
        if content is None:
            overview = publications.overview_for(request.user, event)
            rights = events.rights_in_event(request.user, event)
            context = {"event": event, "rights": rights, **self.context(request, overview)}
            content = render(request, self.template, context).content
            if key:
                cache.set(key, content, KEPT)
        return HttpResponse(content, headers={"Cache-Control": "private, no-store"})

    def _shared_key(self, request: HttpRequest, event: Event) -> str:
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
        return f"event-parts:{self.template}:{event.pk}:{event.version}:{get_language()}:{after}:{held}"
