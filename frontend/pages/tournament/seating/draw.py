"""Drawing rounds: a form in words, a look at what comes out with its counts, then writing it."""

from __future__ import annotations

import secrets
import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.page.form_number import number_in
from frontend.i18n.game_words import word
from frontend.i18n.localized import localized
from frontend.pages.tournament.seating.draw_form import count_words, layouts, method_name, methods, who_plays
from frontend.pages.tournament.seating.forms import Context, seating_context, stage_or_404
from records.accounts import access
from records.core.errors import Refusal
from records.tournament import events, seating
from records.tournament.models import Event
from records.tournament.seating import Drawing, Order

FIELDS = ("method", "rounds", "seed", "who", "places", "layout", "tables", "groups", "plan")
SWITCHES = ("apart", "sit_out", "long")


@login_required
@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The form; posted, what would come out; posted with ``write``, the plan."""
    event = member_event_or_404(request, event_id)
    if not access.may(request.user, access.Right.SCORE, event.club_id):
        return forbidden_page(request, 403)
    stage = stage_or_404(event, number_in(request.POST, "stage"))
    if request.method != "POST":
        drawn = event.draws.last()
        usual = {"rounds": "4", "method": "unmet", "groups": "2", "places": "1"}
        return _page(request, event, {**usual, "stage": stage.number, "layout": drawn.option("layout") if drawn else ""})
    given: Context = {name: request.POST.get(name, "") for name in FIELDS}
    given |= {name: name in request.POST for name in SWITCHES}
    if "again" in request.POST:
        given["seed"] = str(secrets.randbelow(10**6))
    given["stage"] = stage.number
    try:
        order = Order.of(given)
        if "write" in request.POST:
            seating.draw(request.user, event, stage, order, request.POST.get("seen", ""))
            return redirect("pages:seating", event.pk)
        drawing = seating.preview(event, stage, order)
    except Refusal as refusal:
        return _page(request, event, given, error=localized(refusal.message), status=refusal.status)
    return _page(request, event, {**given, "seed": str(order.seed)}, drawing)


def _page(
    request: HttpRequest, event: Event, given: Context, drawing: Drawing | None = None, error: str = "", status: int = 200
) -> HttpResponse:
    stages = list(event.stages.order_by("number"))
    context = {
        **seating_context(request, event),
        "given": given,
        "error": error,
        "methods": methods(),
        "who": who_plays(),
        "layouts": layouts(event),
        "stages": stages,
        "people": event.entrants.count(),
        "drawing": _drawing(drawing) if drawing else None,
    }
    return render(request, "pages/tournament/seating/draw.html", context, status=status)


def _drawing(one: Drawing) -> Context:
    """The rounds of a drawing with names, and its counts."""
    seats = [word(one.layout.game, "seats", seat) for seat in one.layout.layout.seats]
    out = one.sitting_out()
    rounds = [
        {
            "number": one.first + at,
            "tables": [
                (name, [(seat, one.people.get(key)) for seat, key in zip(seats, table, strict=True)])
                for name, table in enumerate(tables, 1)
            ],
            "out": out[at],
        }
        for at, tables in enumerate(one.found.rounds)
    ]
    return {
        "rounds": rounds,
        "digest": one.digest,
        "method": method_name(one.order.method),
        "seed": one.order.seed,
        "steps": one.found.steps,
        "people": one.counts.people,
        "tables": one.counts.tables,
        "counts": count_words(one.counts._asdict()),
        "undecided": _undecided(one),
    }


def _undecided(one: Drawing) -> list[tuple[int, int, str]]:
    """The tables of earlier rounds without a result, where a drawing goes by the standings: stage, round and name."""
    if one.order.method != "swiss" and one.order.who == "all":
        return []
    before = (one.stage.number, one.first)
    return [place for place in events.overview_of(one.stage.event).undecided_after(None) if place[:2] < before]
