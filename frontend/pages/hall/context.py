"""Whose hall it is, and what the reader may do there."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from frontend.components.event_tables.context import event_head
from records import hall
from records.models import Event


def live_address(event: Event, secret: str = "") -> str:
    """The address of the stream that tells when something of the event has changed, below a share link where there is one."""
    name, of = ("pages:shared_event_live", secret) if secret else ("pages:event_live", event.pk)
    return settings.LIVE_ADDRESS + reverse(name, args=[of])


def hall_context(request: HttpRequest, event: Event, here: str) -> dict[str, Any]:
    """What the pages for who works in the hall have at their head. ``here``: the tab that is open."""
    answers = hall.may_answer(request.user, event)
    return {
        **event_head(request, event, here),
        "open_calls": hall.open_calls(event).count() if answers else 0,
    }
