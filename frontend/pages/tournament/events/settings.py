"""The settings of an event: its name and days, how its stages count, deleting it."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

import referee
from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.pages.tournament.events.forms import (
    Context,
    EventPage,
    change_or_explain,
    event_context,
    explain,
    found_or_404,
    remove_or_explain,
)
from frontend.pages.tournament.events.stage_choices import read_stage, stage_form
from records.accounts import access
from records.core.errors import Refusal
from records.tournament import events
from records.tournament.models import Event, Stage


def settings_page(request: HttpRequest, found: Event, error: str = "", status: int = 200, fresh: str = "") -> HttpResponse:
    """The settings page. ``fresh``: the address of a share link just made."""
    overview = events.overview_of(found)
    context = {
        **event_context(request, found, "settings", overview),
        "stages": [stage_form(one) for one in overview.stages],
        "another": stage_form(),
        "tagged": True,
        "attached": sum(one.match is not None for one in overview.tables),
        "fitting": events.fitting(found).count(),
        "entrants": len(overview.entrants),
        "teams": len(set(overview.teams.values())),
        "error": error,
        "games": referee.games(),
        "shares": access.links_to(found),
        "fresh": fresh,
    }
    return render(request, "pages/tournament/events/settings.html", context, status=status)


SETTINGS = EventPage("event_settings", settings_page)


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The name, days and visibility of an event, and how its stages count; for organizers."""
    found = member_event_or_404(request, event_id)
    if request.method == "POST":
        given: Context = {name: request.POST.get(name, "") for name in ("name", "tag", "game", "starts", "ends")}
        given |= {name: bool(request.POST.get(name)) for name in ("open", "public")}
        return change_or_explain(request, found, lambda: events.change(request.user, found, **given), SETTINGS)
    if not access.may(request.user, access.Right.ARRANGE, found.club_id):
        return forbidden_page(request, 403)
    return settings_page(request, found)


@login_required
@require_POST
def stages(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Add a stage to an event."""
    found = member_event_or_404(request, event_id)
    return change_or_explain(request, found, lambda: events.add_stage(request.user, found, **read_stage(request)), SETTINGS)


@login_required
@require_POST
def stage(request: HttpRequest, event_id: uuid.UUID, number: int) -> HttpResponse:
    """Change how a stage counts, or remove the stage."""
    found = member_event_or_404(request, event_id)
    one = found_or_404(events.stage_of(found, number), Stage)
    if "remove" in request.POST:
        removed = events.of_stage(one)
        return remove_or_explain(request, found, removed, lambda: events.remove_stage(request.user, one), SETTINGS)
    given = read_stage(request)
    return change_or_explain(request, found, lambda: events.change_stage(request.user, one, **given), SETTINGS)


@login_required
@require_POST
def delete(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Delete an event; its matches stay."""
    found = member_event_or_404(request, event_id)
    try:
        events.delete(request.user, found)
    except Refusal as refusal:
        return explain(request, found, refusal, SETTINGS)
    return redirect("pages:events", found.club.slug)
