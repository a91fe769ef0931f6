"""Who serves an event as its arbiter: the list, appointing somebody, ending a service."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from frontend.components.access import member_event_or_404
from frontend.pages.tournament.events.forms import EventPage, change_or_explain, event_context, explain, found_or_404
from records.core.errors import Refusal
from records.tournament import events
from records.tournament.models import Arbiter, Event


def arbiters_page(request: HttpRequest, found: Event, error: str = "", status: int = 200) -> HttpResponse:
    """The page of the arbiters, with the reason where a change was refused."""
    context = {
        **event_context(request, found, "arbiters"),
        "arbiters": events.arbiters_of(found),
        "error": error,
    }
    return render(request, "pages/tournament/events/arbiters.html", context, status=status)


ARBITERS = EventPage("arbiters", arbiters_page)


@login_required
@require_http_methods(["GET", "POST"])
def arbiters(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The arbiters of an event; organizers may appoint one."""
    found = member_event_or_404(request, event_id)
    if request.method == "POST":
        name = request.POST.get("username", "")
        return change_or_explain(request, found, lambda: events.appoint(request.user, found, name), ARBITERS)
    return arbiters_page(request, found)


@login_required
@require_POST
def dismiss(request: HttpRequest, event_id: uuid.UUID, username: str) -> HttpResponse:
    """End a service; who ended their own goes on to their clubs and events."""
    found = member_event_or_404(request, event_id)
    one = found_or_404(events.arbiter_of(found, username), Arbiter)
    try:
        events.dismiss(request.user, one)
    except Refusal as refusal:
        return explain(request, found, refusal, ARBITERS)
    return redirect("pages:clubs") if one.user_id == request.user.pk else redirect("pages:arbiters", event_id)
