"""The page of an event's tables, for everybody who sees the event; for its scorers and arbiters with sheets and clock."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from frontend.components.access import event_to_change, opened_by
from frontend.components.event_tables.context import Context, event_head
from frontend.components.event_tables.following import Parts
from frontend.components.event_tables.seats import playing_tables
from frontend.components.page.actions import Page
from frontend.components.page.polled import polled
from frontend.pages.tournament.tables import clock, planning
from frontend.pages.tournament.tables.cards import tables_context
from records.accounts import access
from records.tournament import events, hall, publications
from records.tournament.events.overview.progress import rounds_of
from records.tournament.events.overview.tables import TableOverview
from records.tournament.models import Event

PARTS = Parts("pages/tournament/tables/parts.html", tables_context)


def _show(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The tables; a script asks for the clock, for the parts that change, or how far tables are that are played."""
    runs = hall.may_run(request.user, event)
    if request.headers.get("HX-Request") == "true" and runs:
        chosen = clock.chosen_round(request, rounds_of(events.overview_of(event)))
        if chosen is not None:
            return clock.clock_part(request, event, chosen)
    if request.GET.get("part") == "parts":
        return PARTS.answer(request, event)
    if request.GET.get("part") == "playing":
        return _playing(request, event)
    overview = publications.overview_for(request.user, event)
    head = event_head(request, event, "tables", overview)
    context = {**head, **tables_context(request, overview), "overview": overview, "error": error}
    if runs:
        context |= clock.clocks_context(request, event, overview)
    if head["rights"]["score"]:
        removed = list(events.removed_lately(event))
        undone = next((one for one in removed if str(one.match_id) == request.GET.get("undo")), None)
        context |= {"removed": removed, "undone": undone, "table_tools": list(map(_tools, overview.tables))}
    return render(request, "pages/tournament/tables/tables.html", context)


def _playing(request: HttpRequest, event: Event) -> HttpResponse:
    """How far the tables of an event are that are played now; 304 while they are as far."""
    found = playing_tables(event)
    template = "pages/tournament/tables/playing.html"
    return polled(request, found, timezone.now(), lambda: render(request, template, {"tables": found}))


def _tools(one: TableOverview) -> Context:
    """The table's place, match and key, for the tools of its scorer."""
    place = _("table %(table)s of round %(round)s") % {"table": one.table.name, "round": one.round}
    return {"place": place, "match": one.match, "table": one.table.pk}


tables = opened_by(access.ShareGrant)(
    Page(
        event_to_change,
        _show,
        by_link=(),
        attach=planning.attach,
        place=planning.place,
        detach=planning.detach,
        remove=planning.remove,
        bring_back=planning.bring_back,
        put_back=planning.put_back,
        schedule=planning.schedule,
        **clock.ACTIONS,
    )
)
