"""What is opened by the link of a table or a seat, without an account: its clock, and calling a referee."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from frontend.components.access import at_table, by_seat, seat_link_or_404
from frontend.components.event_tables.call import call_context, call_document
from frontend.components.page.polled import polled
from frontend.i18n.localized import localized
from records.core.errors import Refusal
from records.tournament import hall
from records.tournament.events import SeatLink


def _is_part(request: HttpRequest) -> bool:
    """Whether a script asks for the part of a page."""
    return request.headers.get("HX-Request") == "true"


def _show(request: HttpRequest, link: SeatLink, error: str = "", status: int = 200) -> HttpResponse:
    """The part with the clock and the call where a script asks, else a page of it."""
    context = {**call_context(link), "call_error": error, "event": link.table.event, "sheet": at_table("sheet", link)}
    if _is_part(request):
        # htmx swaps in no answer of an error: what went wrong is said in the part.
        return render(request, "components/event_tables/call.html", context)
    return render(request, "pages/tournament/hall/table.html", context, status=status)


@require_http_methods(["GET", "POST"])
@by_seat
def calls(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """The clock and the open call of a table; calling a referee."""
    link = seat_link_or_404(request, event_id, table_id)
    if request.method == "POST":
        reason, text = request.POST.get("reason", ""), request.POST.get("text", "")
        return _change(request, link, lambda: hall.call_by_link(link, reason, text))
    if _is_part(request):
        return polled(request, call_document(link), hall.now(), lambda: _show(request, link))
    return _show(request, link)


@require_POST
@by_seat
def withdraw(request: HttpRequest, event_id: uuid.UUID, table_id: int, call_id: int) -> HttpResponse:
    """Take a call back."""
    link = seat_link_or_404(request, event_id, table_id)
    call = hall.find_call(link.table.event, call_id)
    if call is None:
        raise Http404
    return _change(request, link, lambda: hall.withdraw(link, call))


def _change(request: HttpRequest, link: SeatLink, change: Callable[[], Any]) -> HttpResponse:
    try:
        change()
    except Refusal as refusal:
        if refusal.status == 404:
            raise Http404 from refusal
        return _show(request, link, localized(refusal.message), refusal.status)
    return _show(request, link) if _is_part(request) else redirect(f"{at_table('sheet', link)}#call")
