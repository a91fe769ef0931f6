"""Actions of scorers on an event's tables: attaching matches, planning tables and starts."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from frontend.components.event_tables.context import REMOVAL, found_or_404, offer_undo
from frontend.components.page.actions import id_in, number_in
from records.archive import matches
from records.tournament import events
from records.tournament.events.overview.progress import rounds_of
from records.tournament.models import Event, Table
from records.tournament.tables.planned_seats import plan_start, read_start


def _back(found: Event) -> HttpResponse:
    return redirect("pages:event_tables", found.pk)


def attach(request: HttpRequest, found: Event) -> HttpResponse:
    """Attach all matches that fit."""
    events.attach_matching(request.user, found)
    return _back(found)


def place(request: HttpRequest, found: Event) -> HttpResponse:
    """Attach a match by its address or id; without one, plan a table."""
    given = {name: request.POST.get(name, "").strip() for name in ("table", "match")}
    stage, number = found_or_404(events.stage_of(found, number_in(request.POST, "stage"))), number_in(request.POST, "round")
    if given["match"]:
        match = found_or_404(matches.find(request.user, given["match"].rstrip("/").rpartition("/")[2]))
        events.attach_match(request.user, found, match, stage, number or None, given["table"])
    else:
        events.plan_table(request.user, found, stage, number, given["table"])
    return _back(found)


def _table(request: HttpRequest, found: Event) -> Table:
    return found_or_404(events.table_of(found, number_in(request.POST, "table")))


def detach(request: HttpRequest, found: Event) -> HttpResponse:
    """Take the match away from a table."""
    one = _table(request, found)
    match = one.match_id
    events.detach(request.user, one)
    return redirect(f"{reverse('pages:event_tables', args=[found.pk])}?undo={match}")


def remove(request: HttpRequest, found: Event) -> HttpResponse:
    """Remove an empty table."""
    one = _table(request, found)
    removed = events.of_table(one)
    events.remove_table(request.user, one)
    return offer_undo(request, found, removed, "event_tables")


def bring_back(request: HttpRequest, found: Event) -> HttpResponse:
    """Bring back what the reader removed from the event last: a table, a stage, an entrant."""
    removed = request.session.get(REMOVAL)
    if not removed or removed["event"] != str(found.pk):
        raise Http404
    events.bring_back(request.user, found, removed)
    del request.session[REMOVAL]
    return redirect(f"pages:{removed['page']}", found.pk)


def put_back(request: HttpRequest, found: Event) -> HttpResponse:
    """Put a match that was taken away back to its table."""
    events.put_back(request.user, found, id_in(request.POST, "match"))
    return _back(found)


@transaction.atomic
def schedule(request: HttpRequest, found: Event) -> HttpResponse:
    """Set the planned starts of the rounds that the form names, all or none."""
    for one in rounds_of(events.overview_of(found)):
        text = request.POST.get(f"{one.stage.number}.{one.number}")
        if text is not None and (starts_at := read_start(text)) != one.starts_at:
            plan_start(request.user, found, one.stage.number, one.number, starts_at)
    return _back(found)
