"""The pages of events: those of the service and of a club, one with its standings and tables, and what is unresolved in one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

import referee
from frontend.components.access import event_to_change, member_event_or_404, opened_by
from frontend.components.clubs.rights import club_or_404, rights_in
from frontend.components.page.actions import Page
from frontend.components.page.pagination import PAGE, Bounded
from frontend.components.page.sent_once import sent_once
from frontend.components.verdict.rulings import anchor, finding_texts
from frontend.pages.tournament.events import tables
from frontend.pages.tournament.events.forms import Context, event_context, event_given
from frontend.pages.tournament.events.live import views as live
from frontend.pages.tournament.events.live.page import event_page_context
from frontend.pages.tournament.events.stage_choices import points_named, read_points
from records.accounts import access, audit
from records.accounts.models import Club
from records.core.languages import localized
from records.tournament import events, publications
from records.tournament.events import visibility as listing
from records.tournament.events.overview.issues import Issue
from records.tournament.events.overview.tables import TableOverview
from records.tournament.models import Event, Ruling
from records.wording.finding_text import FindingTexts
from records.wording.game_words import word
from referee.core import registry
from referee.tournament.ranking.rulings import sides_of
from referee.tournament.ranking.table_result import TableResult

AT_ONCE = 100
"""Events that run or are to come that are shown at most; the rest are found by name."""
NAME = 200


@require_GET
def all_events(request: HttpRequest) -> HttpResponse:
    """The list, searched by name."""
    q, today = request.GET.get("q", "").strip()[:NAME], timezone.localdate()
    found = listing.listed(request.user, q)
    past = found.filter(listing.over(today)).order_by("-starts", "-pk")
    context = {
        "q": q,
        "query": urlencode({"q": q}) if q else "",
        "running": found.filter(listing.running(today)).order_by("-starts", "name", "pk")[:AT_ONCE],
        "coming": found.filter(listing.coming(today)).order_by("starts", "name", "pk")[:AT_ONCE],
        "page": Bounded(past, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "pages/tournament/events/all_events.html", context)


NAMING = ("same-name", "no-names", "unknown-name")
"""The kinds of issue in which the people at a table are unclear."""


def _show_all(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """The events of a club, with the form to create one."""
    context = {
        "club": club,
        "rights": rights_in(request, club),
        "events": events.of_club(request.user, club),
        "event": event_given(request),
        "points": points_named().items(),
        "counts": request.POST.get("points", ""),
        "games": referee.games(),
        "error": error,
    }
    return render(request, "pages/tournament/events/events.html", context)


def _create(request: HttpRequest, club: Club) -> HttpResponse:
    """Create an event, whose stage counts as the form says."""
    with audit.atomic():
        made = events.create(request.user, club, **{"name": "", **event_given(request)})
        if counts := read_points(request):
            events.change_stage(request.user, events.stages_of(made)[0], **counts)
    return redirect("pages:event", made.pk)


def _show(request: HttpRequest, found: Event, *, error: str = "") -> HttpResponse:
    """One event: its standings, then its tables; with ``?part=`` what changes of it while people play."""
    if part := PARTS.get(request.GET.get("part", "")):
        return part(request, found)
    overview = publications.overview_for(request.user, found)
    context = {**event_context(request, found, "standings", overview), **event_page_context(request, overview), "error": error}
    scores = context["rights"]["score"]
    removed = list(events.removed_lately(found)) if scores else []
    undone = next((one for one in removed if str(one.match_id) == request.GET.get("undo")), None)
    tools = [_tools(one) for one in overview.tables] if scores else []
    context |= {"removed": removed, "undone": undone, "table_tools": tools}
    return render(request, "pages/tournament/events/event.html", context)


def _tools(one: TableOverview) -> Context:
    """The table's place, match and key, for the tools of its scorer."""
    place = _("table %(table)s of round %(round)s") % {"table": one.table.name, "round": one.round}
    return {"place": place, "match": one.match, "table": one.table.pk}


def _show_unresolved(request: HttpRequest, found: Event, *, error: str = "") -> HttpResponse:
    """The issues to resolve before the results can be final."""
    overview = events.overview_of(found)
    records = events.records_of(one.match for one in overview.issues if one.match and one.kind in NAMING)
    gone = [one for table in overview.tables for one in table.rulings if table.result and _is_missing(one, table.result)]
    texts = finding_texts(gone)
    rows = [_issue(one, records, texts) for one in overview.issues]
    context = {**event_context(request, found, "unresolved", overview), "found": rows, "error": error}
    return render(request, "pages/tournament/events/unresolved.html", context)


def _is_missing(ruling: Ruling, result: TableResult) -> bool:
    """Whether the verdict no longer has what a ruling is on."""
    return any(one.number == ruling.number for one in result.missing)


def _issue(issue: Issue, records: Mapping[Any, Any], texts: FindingTexts) -> Context:
    where = f"#{anchor(issue.finding)}" if issue.finding else ""
    at = reverse("pages:match", args=[issue.match.pk]) + where if issue.match else ""
    message = localized(issue.document["message"]) if issue.document else ""
    if issue.kind == "ruling" and issue.match and issue.finding:
        message = texts.say(issue.match.pk, issue.finding)
    return {"issue": issue, "at": at, "message": message, "sides": _seats(issue, records) if issue.kind in NAMING else []}


def _seats(issue: Issue, records: Mapping[Any, Any]) -> list[Context]:
    """The seats of a match whose people are unclear, with the names in its record."""
    record = records.get(issue.match.pk) if issue.match else None
    if issue.table is None or not isinstance(record, referee.Record):
        return []
    names = {**record.seats, **issue.table.table.seated}
    game, seats = registry.find(record.game), [seat for side in sides_of(record) for seat in side]
    return [{"seat": seat, "text": word(game, "seats", seat), "name": names.get(seat, "")} for seat in seats]


PARTS = {"parts": live.parts, "playing": live.playing}
events_page = login_required(Page(club_or_404, _show_all, create=sent_once(_create)))
event = opened_by(access.ShareGrant)(
    Page(
        event_to_change,
        _show,
        attach=tables.attach,
        place=tables.place,
        detach=tables.detach,
        remove=tables.remove,
        seat=tables.seat,
        bring_back=tables.bring_back,
        put_back=tables.put_back,
        schedule=tables.schedule,
    )
)
unresolved = login_required(Page(member_event_or_404, _show_unresolved))
