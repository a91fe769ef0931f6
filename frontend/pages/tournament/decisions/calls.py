"""The calls of an event for a referee: open ones, the oldest first, to take and to close; closed ones below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.event_tables.context import live_address
from frontend.components.event_tables.seats import seat_words, words_for
from frontend.components.page.actions import number_in
from frontend.components.page.polled import polled
from records.tournament import events, hall
from records.tournament.models import Event, RefereeCall


def calls_part(request: HttpRequest, event: Event) -> HttpResponse:
    """The calls of an event for a script, not sent again while they are the same."""
    context = calls_context(event)
    seen = [[_seen(call) for call in context[name]] for name in ("waiting", "closed")]
    return polled(request, seen, hall.now(), lambda: render(request, "pages/tournament/decisions/calls.html", context))


def _call(request: HttpRequest, event: Event) -> RefereeCall:
    found = hall.find_call(event, number_in(request.POST, "call"))
    if found is None:
        raise Http404
    return found


def _take(request: HttpRequest, event: Event) -> HttpResponse:
    hall.take(request.user, _call(request, event))
    return redirect("pages:decisions", event.pk)


def _give_back(request: HttpRequest, event: Event) -> HttpResponse:
    hall.give_back(request.user, _call(request, event))
    return redirect("pages:decisions", event.pk)


def _close(request: HttpRequest, event: Event) -> HttpResponse:
    hall.close(request.user, _call(request, event), request.POST.get("outcome", ""))
    return redirect("pages:decisions", event.pk)


def _reopen(request: HttpRequest, event: Event) -> HttpResponse:
    hall.reopen(request.user, _call(request, event))
    return redirect("pages:decisions", event.pk)


def calls_context(event: Event) -> dict[str, Any]:
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


ACTIONS = {"take": _take, "give_back": _give_back, "close": _close, "reopen": _reopen}
"""The actions of a page that shows calls."""
