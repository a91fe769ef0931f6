"""The head of an event's pages for who reads them: the event, its club, and what the reader may do in the event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from records import access, events
from records.models import Event


def event_head(request: HttpRequest, event: Event, here: str) -> dict[str, Any]:
    """What the head of an event's page shows. ``here``: the tab that is open."""
    return {
        "event": event,
        "here": here,
        "club": event.club,
        "rights": {right.value: events.may_in(request.user, right, event) for right in access.Right},
        "inside": access.role_in(request.user, event.club) is not None,
        "page_of": reverse("pages:event", args=[event.pk]),
    }
