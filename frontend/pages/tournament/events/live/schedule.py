"""The form by which scorers plan when the rounds of an event start."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from frontend.components.access import member_event_or_404
from frontend.pages.tournament.events.forms import EventPage, change_or_explain
from frontend.pages.tournament.events.views import show_event
from records.core.people import Actor
from records.tournament import events
from records.tournament.events.overview.progress import rounds_of
from records.tournament.events.tables.schedule import plan_start, read_start
from records.tournament.models import Event

EVENT = EventPage("event", show_event)


@login_required
@require_POST
def schedule(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Set the planned starts of the rounds that the form names, all or none."""
    found = member_event_or_404(request, event_id)
    given = {name: str(text) for name, text in request.POST.items()}
    return change_or_explain(request, found, lambda: _plan(request.user, found, given), EVENT)


@transaction.atomic
def _plan(actor: Actor, event: Event, given: dict[str, str]) -> None:
    """Change the starts that are others than before. Raises Refusal."""
    for one in rounds_of(events.overview_of(event)):
        text = given.get(f"{one.stage.number}.{one.number}")
        if text is not None and (starts_at := read_start(text)) != one.starts_at:
            plan_start(actor, event, one.stage.number, one.number, starts_at)
