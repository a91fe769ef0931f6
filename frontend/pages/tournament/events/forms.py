"""The common context of an event's pages, and the offer to undo a removal."""

from __future__ import annotations

from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from frontend.components.event_tables.context import event_head
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event

Context = dict[str, Any]
REMOVAL = "removal"
"""The part of the session, and of the address, that says what was removed last."""
Found = TypeVar("Found")


def event_context(request: HttpRequest, event: Event, here: str, overview: EventOverview | None = None) -> Context:
    """What every page of an event shows at its head. ``here``: the tab that is open; ``overview``: of the event, where the page
    has it."""
    return {
        **event_head(request, event, here, overview),
        "removal": removal_of(request, event),
    }


def event_given(request: HttpRequest) -> Context:
    """The changes that the form of an event asks for. Fields that it does not have are left out."""
    post = request.POST
    given: Context = {name: post[name].strip() for name in ("name", "tag", "game", "starts", "ends") if name in post}
    return given | {name: bool(post[name]) for name in ("open", "public") if name in post}


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
