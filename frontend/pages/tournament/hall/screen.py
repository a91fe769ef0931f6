"""The screen of a hall, for a projector: the round, its clock, who sits where, results as they come."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_GET

from frontend.components.access import event_or_404, opened_by
from frontend.components.event_tables.clock import phase_names
from frontend.components.event_tables.context import live_address, own_address
from frontend.components.event_tables.seats import seat_words
from records.accounts import access
from records.core.languages import DJANGO, reader_language
from records.tournament import hall


@opened_by(access.ShareGrant)
@require_GET
def screen(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The screen, in the language that the address names (``?lang=en``), else in the reader's."""
    event = event_or_404(request, event_id)
    asked = request.GET.get("lang", "")
    with override(DJANGO.get(asked, DJANGO[reader_language()])):
        context = {
            "event": event,
            "document": hall.state_of(event),
            "live": live_address(event),
            "asked": reverse("api:hall", args=[event.pk]),
            "own_address": own_address(request, event),
            "now": int(hall.now().timestamp() * 1000),
            "words": {"seats": seat_words(event), "phases": phase_names()},
        }
        return render(request, "pages/tournament/hall/screen.html", context)
