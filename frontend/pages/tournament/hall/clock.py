"""The control page of a round's clock: start, pause, end, length and warning, extra time for a table. All of it can be undone."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.event_tables.clock import clock_context
from frontend.components.event_tables.context import event_head
from frontend.components.page.form_number import number_in
from frontend.components.page.polled import polled
from frontend.i18n.localized import localized
from frontend.pages.tournament.hall.context import live_address
from records.core.errors import Refusal
from records.tournament import events, hall
from records.tournament.events.overview.progress import RoundOverview, rounds_of
from records.tournament.models import Event, EventRound, RoundClock, Table

MINUTES = (1, 2, 3, 5, 10, 15, 20, 30)
"""The minutes of extra time that the page offers."""
STANDS = ("paused", "ended")


@login_required
@require_http_methods(["GET", "POST"])
def clock(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The clock of the round that is played, or of the one that the address names; running it."""
    event = member_event_or_404(request, event_id)
    if not hall.may_run(request.user, event):
        return forbidden_page(request, 403)
    rounds = rounds_of(events.overview_of(event))
    chosen = _chosen(request, rounds)
    if request.method == "POST":
        if chosen is None:
            raise Http404
        return _change(request, event, rounds, chosen)
    if request.headers.get("HX-Request") == "true" and chosen:
        shown, context = hall.clock_of(chosen.round), _part(event, chosen)
        seen = [hall.clock_document(shown), shown.revision, [(given.pk, given.minutes) for given in context["given"]]]
        return polled(request, seen, hall.now(), lambda: render(request, "pages/tournament/hall/clock_part.html", context))
    return _page(request, event, rounds, chosen)


def _chosen(request: HttpRequest, rounds: Sequence[RoundOverview]) -> RoundOverview | None:
    named = request.POST.get("round") or request.GET.get("round", "")
    found = next((one for one in rounds if str(one.round.pk) == named), None)
    return found or hall.current_round(rounds)


def _change(request: HttpRequest, event: Event, rounds: Sequence[RoundOverview], chosen: RoundOverview) -> HttpResponse:
    """Do what the form asks, and show the clock again."""
    try:
        _asked(request, event, chosen)()
    except Refusal as refusal:
        if refusal.status == 403:
            return forbidden_page(request, 403)
        return _page(request, event, rounds, chosen, localized(refusal.message), refusal.status)
    return redirect(f"{reverse('pages:clock', args=[event.pk])}?round={chosen.round.pk}")


def _asked(request: HttpRequest, event: Event, chosen: RoundOverview) -> Callable[[], Any]:
    """What a form of the page asks for."""
    given, user, round_ = request.POST, request.user, chosen.round
    if "undo" in given:
        return lambda: hall.undo(user, event, round_, number_in(given, "undo"))
    if "length" in given:
        return lambda: hall.set_times(user, event, round_, number_in(given, "length"), number_in(given, "warning"))
    if "take_back" in given:
        return lambda: hall.take_time_back(user, event, number_in(given, "take_back"))
    if "minutes" in given:
        table = _table(chosen, given.get("table", ""))
        return lambda: hall.give_time(user, event, table, number_in(given, "minutes"), given.get("reason", ""))
    return lambda: hall.run(user, event, round_, given.get("command", ""))


def _table(chosen: RoundOverview, named: str) -> Table:
    found = next((one.table for one in chosen.tables if str(one.table.pk) == named), None)
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest,
    event: Event,
    rounds: Sequence[RoundOverview],
    chosen: RoundOverview | None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {**event_head(request, event, "clock"), "rounds": rounds, "chosen": chosen, "error": error}
    if chosen is not None:
        several = len({one.stage.pk for one in rounds}) > 1
        context |= {**_part(event, chosen), "several_stages": several, "minutes": MINUTES}
        context |= {"tables": [one.table for one in chosen.tables], "times": hall.clock_of(chosen.round)}
    return render(request, "pages/tournament/hall/clock.html", context, status=status)


def _part(event: Event, chosen: RoundOverview) -> dict[str, Any]:
    """What is drawn anew when somebody else changes something: the clock, its buttons, the extra time."""
    shown = hall.clock_of(chosen.round)
    tables = [one.table for one in chosen.tables]
    return {
        "event": event,
        "round": chosen.round,
        "clock": clock_context(shown),
        "buttons": _buttons(shown),
        "undo": _undo(shown),
        "given": hall.given_times(tables),
        "address": _address(event, chosen.round),
        "live": live_address(event),
    }


def _address(event: Event, round_: EventRound) -> str:
    return f"{reverse('pages:clock', args=[event.pk])}?round={round_.pk}"


def _buttons(clock: RoundClock) -> list[tuple[str, str]]:
    """The commands that the clock is in a state for, with what is written on their buttons."""
    phase = hall.phase(clock, hall.now())
    if phase == "waiting":
        return [("start", _("Start the round"))]
    if phase in STANDS:
        ended = phase == "ended"
        return [("continue", _("Go on")), ("reset", _("Back to the start")) if ended else ("end", _("End the round"))]
    return [("pause", _("Pause")), ("end", _("End the round"))]


def _undo(clock: RoundClock) -> dict[str, Any] | None:
    """What undoing would undo; None where nothing was done."""
    if clock.before is None:
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
    return {"revision": clock.revision, "label": names[clock.before["did"]]}
