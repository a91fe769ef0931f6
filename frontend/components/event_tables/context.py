"""The head of an event's pages for who reads them: the event, its club, and what the reader may do in the event."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from records.accounts import access
from records.accounts.access.facts import Reader
from records.tournament import events, hall
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event


def event_head(request: HttpRequest, event: Event, here: str, overview: EventOverview | None = None) -> dict[str, Any]:
    """What the head of an event's page shows. ``here``: the tab that is open; ``overview``: of the event, where a page has it."""
    return {
        "event": event,
        "here": here,
        "club": event.club,
        "rights": events.rights_in_event(request.user, event),
        "inside": access.role_in(request.user, event.club) is not None,
        "by_link": events.reader_of(request.user, event) == Reader.LINK and not event.public,
        "page_of": reverse("pages:event", args=[event.pk]),
        **tab_counts(event, overview),
    }


def tab_counts(event: Event, overview: EventOverview | None = None) -> dict[str, Callable[[], int]]:
    """How much waits behind the tabs of an event, the same on each of its pages; counted where a page shows the tab."""
    known = cache(lambda: overview or events.overview_of(event))
    return {
        "issues": lambda: len(known().issues),
        "open_appeals": lambda: len(known().waiting),
        "open_calls": lambda: hall.open_calls(event).count(),
    }


def live_address(event: Event) -> str:
    """The address of the stream that tells when something of the event has changed."""
    return settings.LIVE_ADDRESS + reverse("pages:event_live", args=[event.pk])
