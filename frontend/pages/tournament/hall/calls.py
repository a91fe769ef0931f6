"""The referees' page: open calls, the oldest first, to take and to close; closed ones below."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.event_tables.context import event_head
from frontend.components.event_tables.seats import seat_words, words_for
from frontend.components.page.polled import polled
from frontend.i18n.localized import localized
from frontend.pages.tournament.hall.context import live_address
from records.core.errors import Refusal
from records.tournament import events, hall
from records.tournament.models import Event, RefereeCall


@login_required
@require_GET
def calls(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The calls of an event; a script asks for the list alone, which is not sent again while it is the same."""
    event = member_event_or_404(request, event_id)
    if not hall.may_answer(request.user, event):
        return forbidden_page(request, 403)
    if request.headers.get("HX-Request") != "true":
        return _page(request, event)
    context = _list(event)
    seen = [[_seen(call) for call in context[name]] for name in ("waiting", "closed")]
    return polled(request, seen, hall.now(), lambda: render(request, "pages/tournament/hall/calls_list.html", context))


@login_required
@require_POST
def call(request: HttpRequest, event_id: uuid.UUID, call_id: int) -> HttpResponse:
    """Take a call, give it back, close it or open it again."""
    event = member_event_or_404(request, event_id)
    found = hall.find_call(event, call_id)
    if found is None:
        raise Http404
    try:
        if "close" in request.POST:
            hall.close(request.user, found, request.POST.get("outcome", ""))
        elif "give_back" in request.POST:
            hall.give_back(request.user, found)
        elif "reopen" in request.POST:
            hall.reopen(request.user, found)
        else:
            hall.take(request.user, found)
    except Refusal as refusal:
        if refusal.status == 403:
            return forbidden_page(request, 403)
        return _page(request, event, localized(refusal.message), refusal.status)
    return redirect("pages:calls", event_id)


def _page(request: HttpRequest, event: Event, error: str = "", status: int = 200) -> HttpResponse:
    context = {**event_head(request, event, "calls"), **_list(event), "error": error}
    return render(request, "pages/tournament/hall/calls.html", context, status=status)


def _list(event: Event) -> dict[str, Any]:
    """The open and the closed calls, with those who sit at the tables of the open ones."""
    waiting, closed = list(hall.open_calls(event)), list(hall.closed_calls(event))
    seats, games = events.names_planned([call.table for call in waiting]), seat_words(event)
    rows = [_row(call, seats.get(call.table_id, {}), games) for call in waiting]
    newest = waiting[-1].pk if waiting else ""
    return {
        "event": event,
        "live": live_address(event),
        "rows": rows,
        "newest": newest,
        "waiting": waiting,
        "closed": closed,
        "now": hall.now(),
    }


def _row(call: RefereeCall, seated: Mapping[str, str], games: list[dict[str, str]]) -> dict[str, Any]:
    words = words_for(games, {*seated, call.seat})
    people = [(words.get(seat, seat), name) for seat, name in seated.items()]
    return {"call": call, "since": call.called_at.isoformat(), "who": words.get(call.seat, call.seat), "people": people}


def _seen(call: RefereeCall) -> list[Any]:
    return [call.pk, call.state, call.taken_by_id, call.closed_by_id, call.outcome]
