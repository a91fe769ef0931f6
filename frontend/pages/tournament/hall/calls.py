"""The referees' page: open calls, the oldest first, to take and to close; closed ones below."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.access import member_event_or_404
from frontend.components.event_tables.context import event_head, live_address
from frontend.components.event_tables.seats import seat_words, words_for
from frontend.components.page.actions import Page, number_in
from frontend.components.page.polled import polled
from records.tournament import events, hall
from records.tournament.models import Event, RefereeCall


def _found(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, for its arbiters and organizers."""
    event = member_event_or_404(request, event_id)
    hall.require_answer(request.user, event)
    return event


def _show(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The calls of an event; a script asks for the list alone, which is not sent again while it is the same."""
    context = _list(event)
    if request.headers.get("HX-Request") == "true":
        seen = [[_seen(call) for call in context[name]] for name in ("waiting", "closed")]
        return polled(request, seen, hall.now(), lambda: render(request, "pages/tournament/hall/calls_list.html", context))
    return render(request, "pages/tournament/hall/calls.html", {**event_head(request, event, "calls"), **context, "error": error})


def _call(request: HttpRequest, event: Event) -> RefereeCall:
    found = hall.find_call(event, number_in(request.POST, "call"))
    if found is None:
        raise Http404
    return found


def _take(request: HttpRequest, event: Event) -> HttpResponse:
    hall.take(request.user, _call(request, event))
    return redirect("pages:calls", event.pk)


def _give_back(request: HttpRequest, event: Event) -> HttpResponse:
    hall.give_back(request.user, _call(request, event))
    return redirect("pages:calls", event.pk)


def _close(request: HttpRequest, event: Event) -> HttpResponse:
    hall.close(request.user, _call(request, event), request.POST.get("outcome", ""))
    return redirect("pages:calls", event.pk)


def _reopen(request: HttpRequest, event: Event) -> HttpResponse:
    hall.reopen(request.user, _call(request, event))
    return redirect("pages:calls", event.pk)


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


calls = login_required(Page(_found, _show, take=_take, give_back=_give_back, close=_close, reopen=_reopen))
