"""The page that a share link opens: a match, or an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from frontend.pages.events.views import shared_event
from frontend.pages.matches.views import match
from records import events


@require_GET
def shared(request: HttpRequest, secret: str) -> HttpResponse:
    """The match or the event that the secret of a share link belongs to."""
    event = events.find_shared(secret)
    return shared_event(request, event, secret) if event else match(request, secret=secret)
