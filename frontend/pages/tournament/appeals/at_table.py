"""Objecting by the link of a table, without an account."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from frontend.components.access import at_table, by_seat, seat_link_or_404
from frontend.i18n.localized import localized
from records.core.errors import Refusal
from records.tournament import appeals


@require_http_methods(["GET", "POST"])
@by_seat
def objections(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """What the players of a table can object to, and what they have; objecting."""
    link = seat_link_or_404(request, event_id, table_id)
    context = {"link": link, "event": link.table.event}
    if request.method == "GET":
        return render(request, "pages/tournament/appeals/objections.html", context)
    given = request.POST
    try:
        appeals.make(link, given.get("seat", "")[:8], given.get("thing", "")[:200], given.get("text", ""))
    except Refusal as refusal:
        context |= {"objection_error": localized(refusal.message), "objection_text": given.get("text", "")}
        return render(request, "pages/tournament/appeals/objections.html", context, status=refusal.status)
    return redirect(f"{at_table('sheet', link)}#objections")
