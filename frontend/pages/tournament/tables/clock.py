"""Running the clock of a round: start, pause, end, length and warning, extra time for a table. All of it can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.components.event_tables.clock import clock_context
from frontend.components.event_tables.context import live_address
from frontend.components.page.actions import number_in
from frontend.components.page.polled import polled
from frontend.components.page.sent_once import sent_once
from records.tournament import events, hall
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.progress import RoundOverview, rounds_of
from records.tournament.models import Event, EventRound, Table

MINUTES = (1, 2, 3, 5, 10, 15, 20, 30)
"""The minutes of extra time that the page offers."""
STANDS = ("paused", "ended")


def clock_part(request: HttpRequest, event: Event, chosen: RoundOverview) -> HttpResponse:
    """The clock of a round for a script, which is not sent again while it is the same."""
    part = _part(event, chosen)
    given = [(one.table.pk, one.number, one.minutes) for one in part["given"]]
    seen = [hall.clock_document(chosen.round), chosen.round.clock_revision, given]
    return polled(request, seen, hall.now(), lambda: render(request, "pages/tournament/tables/clock.html", part))


def clocks_context(request: HttpRequest, event: Event, overview: EventOverview) -> dict[str, Any]:
    """The clock of the round that is played, or of the one that the address names, with what is done to it."""
    rounds = rounds_of(overview)
    chosen = chosen_round(request, rounds)
    if chosen is None:
        return {}
    tables, times = [one.table for one in chosen.tables], hall.minutes_of(chosen.round)
    return {**_part(event, chosen), "clocks": rounds, "minutes": MINUTES, "tables": tables, "times": times}


def chosen_round(request: HttpRequest, rounds: Sequence[RoundOverview]) -> RoundOverview | None:
    """The round that the address or the form names, else the one that the hall is at."""
    named = request.POST.get("round") or request.GET.get("round", "")
    found = next((one for one in rounds if str(one.round.pk) == named), None)
    return found or hall.current_round(rounds)


def _round(request: HttpRequest, event: Event) -> RoundOverview:
    chosen = chosen_round(request, rounds_of(events.overview_of(event)))
    if chosen is None:
        raise Http404
    return chosen


def _back(event: Event, chosen: RoundOverview) -> HttpResponse:
    return redirect(_address(event, chosen.round))


def _run(command: str) -> Callable[[HttpRequest, Event], HttpResponse]:
    """The action that gives a clock a command."""

    def action(request: HttpRequest, event: Event) -> HttpResponse:
        chosen = _round(request, event)
        hall.run(request.user, event, chosen.round, command)
        return _back(event, chosen)

    return action


def _undo(request: HttpRequest, event: Event) -> HttpResponse:
    chosen = _round(request, event)
    hall.undo(request.user, event, chosen.round, number_in(request.POST, "revision"))
    return _back(event, chosen)


def _set_times(request: HttpRequest, event: Event) -> HttpResponse:
    """Set the length of rounds, and when it is warned of their end."""
    chosen = _round(request, event)
    times = [number_in(request.POST, name) for name in ("length", "warning")]
    hall.set_times(request.user, event, chosen.round, *times)
    return _back(event, chosen)


def _give_time(request: HttpRequest, event: Event) -> HttpResponse:
    """Give a table extra time."""
    chosen = _round(request, event)
    minutes, reason = number_in(request.POST, "minutes"), request.POST.get("reason", "")
    hall.give_time(request.user, event, _table(request, chosen), minutes, reason)
    return _back(event, chosen)


def _take_back(request: HttpRequest, event: Event) -> HttpResponse:
    """Take back extra time."""
    chosen = _round(request, event)
    hall.take_time_back(request.user, event, _table(request, chosen), number_in(request.POST, "given"))
    return _back(event, chosen)


def _table(request: HttpRequest, chosen: RoundOverview) -> Table:
    table = next((one.table for one in chosen.tables if one.table.pk == number_in(request.POST, "table")), None)
    if table is None:
        raise Http404
    return table


def _part(event: Event, chosen: RoundOverview) -> dict[str, Any]:
    """What is drawn anew when somebody else changes something: the clock, its buttons, the extra time."""
    tables = [one.table for one in chosen.tables]
    return {
        "event": event,
        "round": chosen.round,
        "clock": clock_context(chosen.round),
        "buttons": _buttons(chosen.round),
        "undo": _undone(chosen.round),
        "given": hall.given_times(tables),
        "address": _address(event, chosen.round),
        "live": live_address(event),
    }


def _address(event: Event, round_: EventRound) -> str:
    return f"{reverse('pages:event_tables', args=[event.pk])}?round={round_.pk}"


def _buttons(round_: EventRound) -> list[tuple[str, str]]:
    """The commands that the clock is in a state for, with what is written on their buttons."""
    phase = hall.phase(round_, hall.now())
    if phase == "waiting":
        return [("start", _("Start the round"))]
    if phase in STANDS:
        ended = phase == "ended"
        return [("go_on", _("Go on")), ("reset", _("Back to the start")) if ended else ("end", _("End the round"))]
    return [("pause", _("Pause")), ("end", _("End the round"))]


def _undone(round_: EventRound) -> dict[str, Any] | None:
    """What undoing would undo; None where nothing was done."""
    if round_.clock_before is None:
        return None
    names = {
        "start": _("Undo start"),
        "pause": _("Undo pause"),
        "continue": _("Undo resume"),
        "end": _("Undo end"),
        "reset": _("Undo reset"),
        "times": _("Undo change of length"),
        "undo": _("Redo"),
    }
    return {"revision": round_.clock_revision, "label": names[round_.clock_before["did"]]}


ACTIONS = {
    "start": sent_once(_run("start")),
    "pause": sent_once(_run("pause")),
    "go_on": sent_once(_run("continue")),
    "end": sent_once(_run("end")),
    "reset": sent_once(_run("reset")),
    "undo": sent_once(_undo),
    "set_times": _set_times,
    "give_time": sent_once(_give_time),
    "take_back": _take_back,
}
"""The actions of a page that shows a clock."""
