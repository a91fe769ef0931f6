"""The people of an event: its entrants, and the plan of who sits where, by round or by person; undoing rounds, swapping seats,
people who leave and their substitutes."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from frontend.components.access import member_event_or_404
from frontend.components.event_tables.context import Context, event_head, found_or_404
from frontend.components.page.actions import Page, Show, number_in
from frontend.components.page.sent_once import sent_once
from frontend.pages.tournament.seating import entrants
from frontend.pages.tournament.seating.draw import again, draw, look, show_draw, stage_or_404
from frontend.pages.tournament.seating.draw_form import count_words, method_name
from frontend.pages.tournament.seating.entrants import entrants_context
from frontend.pages.tournament.seating.pasted_people import enter, left_out_in, show_people
from frontend.pages.tournament.seating.plan_rows import rows_of, seat_words
from records.tournament import events, seating
from records.tournament.models import Draw, Entrant, Event, EventRound
from records.tournament.seating import Plan, PlannedRound


def _show(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The entrants and the seating plan, by round or with ``?by=person`` by person; with ``?edit=`` a form to change it."""
    if form := EDITING.get(request.GET.get("edit", "")):
        return form(request, event, error=error)
    overview, found = events.overview_of(event), seating.plan_of(event)
    by_person = request.GET.get("by") == "person"
    context = {
        **event_head(request, event, "people", overview),
        **entrants_context(overview),
        "entered": number_in(request.GET, "entered"),
        "left_out": left_out_in(request),
        "error": error,
        "by_person": by_person,
        "rounds": [_round(one) for one in found.rounds],
        "people": rows_of(found, found.rounds) if by_person else [],
        "draws": [_draw(one, found) for one in found.draws],
        "gone": [one for one in found.entrants if one.left_stage],
        "entrants": found.entrants,
        "staying": [one for one in found.entrants if not one.left_stage],
        "next": next((one for one in found.rounds if not one.begun), None),
        "stages": list(event.stages.order_by("number")),
        "several": event.stages.count() > 1,
    }
    return render(request, "pages/tournament/seating/people_page.html", context)


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


def _back(event: Event, anchor: str = "") -> HttpResponse:
    return redirect(reverse("pages:event_people", args=[event.pk]) + anchor)


def _undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Take back the drawn rounds of a stage from one on."""
    stage = stage_or_404(event, number_in(request.POST, "stage"))
    seating.undo(request.user, event, stage, number_in(request.POST, "round"))
    return _back(event)


def _round_of(request: HttpRequest, event: Event) -> EventRound:
    stage = stage_or_404(event, number_in(request.POST, "stage"))
    round_ = stage.rounds.filter(number=number_in(request.POST, "round")).first()
    if round_ is None:
        raise Http404
    return round_


def _swap(request: HttpRequest, event: Event) -> HttpResponse:
    """Two people of a round change places."""
    round_ = _round_of(request, event)
    one, other = (found_or_404(events.entrant_of(event, number_in(request.POST, name))) for name in ("one", "other"))
    seating.swap_people(request.user, event, round_, one, other)
    return _back(event, f"#r{round_.stage.number}-{round_.number}")


def _swap_tables(request: HttpRequest, event: Event) -> HttpResponse:
    """All of two tables of a round change places."""
    round_ = _round_of(request, event)
    one, other = [event.tables.filter(round=round_, pk=number_in(request.POST, name)).first() for name in ("table", "with")]
    if one is None or other is None:
        raise Http404
    for table in (one, other):
        table.round = round_
    seating.swap_tables(request.user, event, one, other)
    return _back(event, f"#r{round_.stage.number}-{round_.number}")


def _leave(request: HttpRequest, event: Event) -> HttpResponse:
    """Somebody leaves from a round on."""
    stage, number = stage_or_404(event, number_in(request.POST, "stage")), number_in(request.POST, "round")
    seating.leave(request.user, event, _entrant(request, event), stage, number)
    return _back(event, "#people")


def _entrant(request: HttpRequest, event: Event) -> Entrant:
    return found_or_404(events.entrant_of(event, number_in(request.POST, "entrant")))


def _come_back(request: HttpRequest, event: Event) -> HttpResponse:
    seating.come_back(request.user, event, _entrant(request, event))
    return _back(event, "#people")


def _substitute(request: HttpRequest, event: Event) -> HttpResponse:
    """Somebody who left gets a substitute: of the list, or by name."""
    by = number_in(request.POST, "by")
    who, name = found_or_404(events.entrant_of(event, by)) if by else None, request.POST.get("name", "")
    seating.substitute(request.user, event, _entrant(request, event), name, who, "house" in request.POST)
    return _back(event, "#people")


def _add_house(request: HttpRequest, event: Event) -> HttpResponse:
    """The house fills a seat."""
    seating.add_house(request.user, event, request.POST.get("name", ""))
    return _back(event, "#people")


EDITING: dict[str, Show[Event]] = {"draw": show_draw, "people": show_people}
people = login_required(
    Page(
        member_event_or_404,
        _show,
        by_link=(),
        undo=_undo,
        swap=sent_once(_swap),
        swap_tables=sent_once(_swap_tables),
        leave=sent_once(_leave),
        come_back=sent_once(_come_back),
        substitute=sent_once(_substitute),
        add_house=sent_once(_add_house),
        look=look,
        again=again,
        draw=sent_once(draw),
        read=show_people,
        enter=enter,
        **entrants.ACTIONS,
    )
)
