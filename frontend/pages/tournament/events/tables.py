"""The forms on the page of an event that change its tables: attaching matches, planning a table, seating people."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from frontend.components.access import member_event_or_404
from frontend.pages.tournament.events.forms import REMOVAL, EventPage, change_or_explain, explain, found_or_404, remove_or_explain
from frontend.pages.tournament.events.views import show_event
from records.archive import matches
from records.core.errors import Refusal
from records.tournament import events
from records.tournament.models import Stage, Table

EVENT = EventPage("event", show_event)


@login_required
@require_POST
def attach(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Attach all matches that fit, or one by its address or id, or plan a table."""
    found = member_event_or_404(request, event_id)
    if "stage" not in request.POST:
        return change_or_explain(request, found, lambda: events.attach_matching(request.user, found), EVENT)
    given = {name: request.POST.get(name, "").strip() for name in ("stage", "round", "table", "match")}
    stage = found_or_404(events.stage_of(found, _number(given["stage"]) or 0), Stage)
    if not given["match"]:
        round_ = _number(given["round"]) or 0
        return change_or_explain(
            request, found, lambda: events.plan_table(request.user, found, stage, round_, given["table"]), EVENT
        )
    match = matches.find(request.user, given["match"].rstrip("/").rpartition("/")[2])
    if match is None:
        raise Http404
    number = _number(given["round"])
    return change_or_explain(
        request, found, lambda: events.attach_match(request.user, found, match, stage, number, given["table"]), EVENT
    )


@login_required
@require_POST
def table(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """Detach the match from a table, remove an empty table, or tell who sat there."""
    found = member_event_or_404(request, event_id)
    one = found_or_404(events.table_of(found, table_id), Table)
    if "detach" in request.POST:
        return change_or_explain(request, found, lambda: events.detach(request.user, one), EVENT, undo=one.match_id)
    if "remove" in request.POST:
        removed = events.of_table(one)
        return remove_or_explain(request, found, removed, lambda: events.remove_table(request.user, one), EVENT)
    seated = {name[5:]: str(value) for name, value in request.POST.items() if name[:5] == "seat."}
    return change_or_explain(request, found, lambda: events.seat(request.user, one, seated), EVENT)


@login_required
@require_POST
def bring_back(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Bring back what the reader removed from the event last: a table, a stage, an entrant."""
    found = member_event_or_404(request, event_id)
    removed = request.session.get(REMOVAL)
    if not removed or removed["event"] != str(found.pk):
        raise Http404
    try:
        events.bring_back(request.user, found, removed)
    except Refusal as refusal:
        return explain(request, found, refusal, EVENT)
    del request.session[REMOVAL]
    return redirect(f"pages:{removed['page']}", found.pk)


@login_required
@require_POST
def put_back(request: HttpRequest, event_id: uuid.UUID, match_id: uuid.UUID) -> HttpResponse:
    """Put a match that was taken away back to its table."""
    found = member_event_or_404(request, event_id)
    return change_or_explain(request, found, lambda: events.put_back(request.user, found, match_id), EVENT)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None
