"""Objecting by the link of a table, without an account."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from frontend.components.access import seat_link_or_404
from frontend.i18n.localized import localized
from records import appeals
from records.errors import Refusal


@require_http_methods(["GET", "POST"])
def objections(request: HttpRequest, secret: str) -> HttpResponse:
    """What the players of a table can object to, and what they have; objecting."""
    link = seat_link_or_404(secret)
    context = {"link": link, "secret": secret, "event": link.table.event}
    if request.method == "GET":
        return render(request, "pages/appeals/objections.html", context)
    given = request.POST
    try:
        appeals.make(link, given.get("seat", "")[:8], given.get("thing", "")[:200], given.get("text", ""))
    except Refusal as refusal:
        context |= {"objection_error": localized(refusal.message), "objection_text": given.get("text", "")}
        return render(request, "pages/appeals/objections.html", context, status=refusal.status)
    return redirect(f"{reverse('pages:at_table', args=[secret])}#objections")
