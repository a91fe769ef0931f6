"""The head of an event's pages for who reads them: the event, its club, what the reader may do in it, what comes next; and the
offer to undo a removal."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from records.accounts import access
from records.accounts.access.facts import Reader
from records.accounts.models import ShareLink
from records.tournament import events, hall
from records.tournament.events.next_step import next_step
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event

Context = dict[str, Any]
REMOVAL = "removal"
"""The part of the session, and of the address, that says what was removed last."""
Found = TypeVar("Found")


def event_head(request: HttpRequest, event: Event, here: str, overview: EventOverview | None = None) -> Context:
    """What the head of an event's page shows. ``here``: the open room; ``overview``: of the event, where a page has it."""
    known = cache(lambda: overview if overview and not overview.outside else events.overview_of(event))
    rights = events.rights_in_event(request.user, event)
    return {
        "event": event,
        "here": here,
        "club": event.club,
        "rights": rights,
        "inside": access.role_in(request.user, event.club_id) is not None,
        "by_link": events.reader_of(request.user, event) == Reader.LINK and not event.public,
        "page_of": reverse("pages:event", args=[event.pk]),
        "live": live_address(event),
        "asked": reverse("api:event", args=[event.pk]),
        "removal": removal_of(request, event),
        "decisions": lambda: len(known().decisions) + (hall.open_calls(event).count() if rights["rule"] else 0),
        "next_step": lambda: next_step(known()),
    }


def own_address(request: HttpRequest, event: Event) -> str:
    """The whole address of the event's page to be handed on: that of the link, for who reads it by one."""
    link = link_read_by(request, event)
    own = reverse("pages:open_link", args=[link.secret]) if link else reverse("pages:event", args=[event.pk])
    return request.build_absolute_uri(own)


def link_read_by(request: HttpRequest, event: Event) -> ShareLink | None:
    """The share link by which the actor reads the event, None where they read it otherwise."""
    by_link = events.reader_of(request.user, event) == Reader.LINK
    return access.link_to_event(request.user, event.pk) if by_link else None


def live_address(event: Event) -> str:
    """The address of the stream that tells when something of the event has changed."""
    return settings.LIVE_ADDRESS + reverse("pages:event_live", args=[event.pk])


def offer_undo(request: HttpRequest, event: Event, removed: dict[str, Any], page: str) -> HttpResponse:
    """Remember in the session what it takes to bring back what was removed, and redirect to a page that offers that."""
    request.session[REMOVAL] = {"event": str(event.pk), "page": page, **removed}
    return redirect(f"{reverse(f'pages:{page}', args=[event.pk])}?undo={REMOVAL}")


def removal_of(request: HttpRequest, event: Event) -> Context | None:
    """What was removed from this event last and can be brought back; None where the page is not asked for it."""
    found: Context | None = request.session.get(REMOVAL)
    return found if found and found["event"] == str(event.pk) and request.GET.get("undo") == REMOVAL else None


def found_or_404(found: Found | None) -> Found:
    """Return the thing that was found. Raises Http404 for None."""
    if found is None:
        raise Http404
    return found
