"""Drawing rounds: a form in words, a look at what comes out with its counts, then writing it."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.event_tables.context import Context, event_head, found_or_404
from frontend.components.page.actions import number_in
from frontend.pages.tournament.seating.draw_form import count_words, layouts, method_name, methods, who_plays
from records.accounts import access
from records.accounts.access.roles import require
from records.tournament import events, seating
from records.tournament.models import Event, Stage
from records.tournament.seating import Drawing, Order
from records.wording.game_words import word

FIELDS = ("method", "rounds", "seed", "who", "places", "layout", "tables", "groups", "plan")
SWITCHES = ("apart", "sit_out", "long")


def show_draw(
    request: HttpRequest, event: Event, *, error: str = "", given: Context | None = None, drawing: Drawing | None = None
) -> HttpResponse:
    """The form to draw rounds, with what would come out of it."""
    require(access.may(request.user, access.Right.SCORE, event.club_id))
    context = {
        **event_head(request, event, "people"),
        "given": given or _given(request, event),
        "error": error,
        "methods": methods(),
        "who": who_plays(),
        "layouts": layouts(event),
        "stages": list(event.stages.order_by("number")),
        "people": event.entrants.count(),
        "drawing": _drawing(drawing) if drawing else None,
    }
    return render(request, "pages/tournament/seating/draw.html", context)


def _given(request: HttpRequest, event: Event) -> Context:
    """The fields of the form; before it is sent, the usual values."""
    stage = stage_or_404(event, number_in(request.POST, "stage"))
    if request.method != "POST":
        drawn = event.draws.last()
        usual = {"rounds": "4", "method": "unmet", "groups": "2", "places": "1"}
        return {**usual, "stage": stage.number, "layout": drawn.option("layout") if drawn else ""}
    given: Context = {name: request.POST.get(name, "") for name in FIELDS}
    return given | {name: name in request.POST for name in SWITCHES} | {"stage": stage.number}


def look(request: HttpRequest, event: Event, **changed: str) -> HttpResponse:
    """Show what would come out."""
    require(access.may(request.user, access.Right.SCORE, event.club_id))
    given = _given(request, event) | changed
    order = Order.of(given)
    drawing = seating.preview(event, stage_or_404(event, given["stage"]), order)
    return show_draw(request, event, given={**given, "seed": str(order.seed)}, drawing=drawing)


def again(request: HttpRequest, event: Event) -> HttpResponse:
    """Show what would come out with another seed."""
    return look(request, event, seed=str(secrets.randbelow(10**6)))


def draw(request: HttpRequest, event: Event) -> HttpResponse:
    """Write the plan that was seen."""
    given = _given(request, event)
    stage = stage_or_404(event, given["stage"])
    seating.draw(request.user, event, stage, Order.of(given), request.POST.get("seen", ""))
    return redirect("pages:event_people", event.pk)


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


def stage_or_404(event: Event, number: int) -> Stage:
    """A stage of the event, without a number the last. Raises Http404."""
    return found_or_404(events.stage_of(event, number) if number else event.stages.order_by("-number").first())
