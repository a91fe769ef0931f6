"""Who serves an event as its arbiter: the list, appointing somebody, ending a service."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.access import member_event_or_404
from frontend.components.page.actions import Page
from frontend.pages.tournament.events.forms import event_context, found_or_404
from records.tournament import events
from records.tournament.models import Event


def _show(request: HttpRequest, found: Event, *, error: str = "") -> HttpResponse:
    context = {**event_context(request, found, "arbiters"), "arbiters": events.arbiters_of(found), "error": error}
    return render(request, "pages/tournament/events/arbiters.html", context)


def _appoint(request: HttpRequest, found: Event) -> HttpResponse:
    events.appoint(request.user, found, request.POST.get("username", ""))
    return redirect("pages:arbiters", found.pk)


def _dismiss(request: HttpRequest, found: Event) -> HttpResponse:
    """End a service; who ended their own goes on to their clubs and events."""
    one = found_or_404(events.arbiter_of(found, request.POST.get("username", "")))
    events.dismiss(request.user, one)
    return redirect("pages:clubs") if one.user_id == request.user.pk else redirect("pages:arbiters", found.pk)


arbiters = login_required(Page(member_event_or_404, _show, appoint=_appoint, dismiss=_dismiss))
