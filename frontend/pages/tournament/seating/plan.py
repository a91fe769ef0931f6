"""The plan of who sits where, by round or by person; undoing rounds, swapping seats, people who leave and their substitutes."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import member_event_or_404
from frontend.components.page.form_number import number_in
from frontend.pages.tournament.seating.draw_form import count_words, method_name
from frontend.pages.tournament.seating.forms import (
    Context,
    change_or_explain,
    entrant_or_404,
    seat_words,
    seating_context,
    stage_or_404,
)
from frontend.pages.tournament.seating.persons import rows_of
from records.tournament import seating
from records.tournament.models import Draw, Event, EventRound
from records.tournament.seating import Plan, PlannedRound


@login_required
@require_GET
def plan(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Who sits where, round by round, or with ``?by=person`` person by person."""
    return plan_page(request, member_event_or_404(request, event_id))


def plan_page(request: HttpRequest, event: Event, error: str = "", status: int = 200) -> HttpResponse:
    """The plan, with the reason where a change was refused."""
    found = seating.plan_of(event)
    by_person = request.GET.get("by") == "person"
    context = {
        **seating_context(request, event),
        "error": error,
        "by_person": by_person,
        "rounds": [_round(one) for one in found.rounds],
        "people": rows_of(found, found.rounds) if by_person else [],
        "draws": [_draw(one, found) for one in found.draws],
        "departures": list(found.departures.values()),
        "gone": list(found.departures),
        "entrants": found.entrants,
        "staying": [one for one in found.entrants if one.pk not in found.departures],
        "next": next((one for one in found.rounds if not one.begun), None),
        "stages": list(event.stages.order_by("number")),
        "several": event.stages.count() > 1,
    }
    return render(request, "pages/tournament/seating/plan.html", context, status=status)


def _round(one: PlannedRound) -> Context:
    words = seat_words(one)
    tables = [
        {"table": table.table, "seats": [(words[seat], who) for seat, who in table.seats], "match": table.table.match_id}
        for table in one.tables
    ]
    people = [who for table in one.tables for _, who in table.seats if who] + list(one.sitting_out)
    people.sort(key=lambda who: who.name)
    return {"round": one, "stage": one.stage, "number": one.number, "tables": tables, "people": people}


def _draw(one: Draw, found: Plan) -> Context:
    started = {each.number for each in found.rounds if each.begun and each.stage.pk == one.stage_id}
    open_rounds = [number for number in one.stands if not any(later >= number for later in started)]
    return {
        "draw": one,
        "method": method_name(one.method),
        "counts": count_words(one.counts),
        "undo": open_rounds,
        "team_mates": one.option("apart"),
    }


@login_required
@require_POST
def undo(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Take back the drawn rounds of a stage from one on."""
    event = member_event_or_404(request, event_id)
    stage = stage_or_404(event, number_in(request.POST, "stage"))
    first = number_in(request.POST, "round")
    return change_or_explain(request, event, lambda: seating.undo(request.user, event, stage, first), plan_page)


@login_required
@require_POST
def swap(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Two people of a round, or all of two tables, change places."""
    event = member_event_or_404(request, event_id)
    stage = stage_or_404(event, number_in(request.POST, "stage"))
    round_ = stage.rounds.filter(number=number_in(request.POST, "round")).first()
    if round_ is None:
        raise Http404
    anchor = f"#r{stage.number}-{round_.number}"
    if "table" in request.POST:
        return change_or_explain(request, event, lambda: _swap_tables(request, event, round_), plan_page, anchor)
    one, other = (entrant_or_404(event, number_in(request.POST, name)) for name in ("one", "other"))
    return change_or_explain(
        request, event, lambda: seating.swap_people(request.user, event, round_, one, other), plan_page, anchor
    )


def _swap_tables(request: HttpRequest, event: Event, round_: EventRound) -> None:
    tables = [event.tables.filter(round=round_, pk=number_in(request.POST, name)).first() for name in ("table", "with")]
    one, other = tables
    if one is None or other is None:
        raise Http404
    for table in (one, other):
        table.round = round_
    seating.swap_tables(request.user, event, one, other)


@login_required
@require_POST
def leave(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Somebody leaves from a round on, comes back, or gets a substitute; or the house fills a seat."""
    event = member_event_or_404(request, event_id)
    if "house" in request.POST and "entrant" not in request.POST:
        name = request.POST.get("name", "")
        return change_or_explain(request, event, lambda: seating.add_house(request.user, event, name), plan_page, "#people")
    entrant = entrant_or_404(event, number_in(request.POST, "entrant"))
    if "back" in request.POST:
        return change_or_explain(request, event, lambda: seating.come_back(request.user, event, entrant), plan_page, "#people")
    if "substitute" in request.POST:
        by = number_in(request.POST, "by")
        who = entrant_or_404(event, by) if by else None
        name, house = request.POST.get("name", ""), "house" in request.POST
        return change_or_explain(
            request, event, lambda: seating.substitute(request.user, event, entrant, name, who, house), plan_page, "#people"
        )
    stage, number = stage_or_404(event, number_in(request.POST, "stage")), number_in(request.POST, "round")
    return change_or_explain(
        request, event, lambda: seating.leave(request.user, event, entrant, stage, number), plan_page, "#people"
    )
