"""Pages to print for the hall: players' cards, table signs, wall lists, score sheets; on A4 or A5, in any language."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache

from frontend.components.access import member_event_or_404
from frontend.components.event_tables.context import Context
from frontend.components.page.actions import Page, number_in
from frontend.pages.tournament.seating.plan_rows import rows_of, seat_words
from records.accounts import access
from records.accounts.access.roles import require
from records.tournament import events, seating
from records.tournament.models import Event, Table
from records.tournament.seating import Plan, PlannedRound

KINDS = ("cards", "signs", "names", "tables", "sheets")
BY_ROUND = ("signs", "sheets")
"""What is printed round by round: without one in the address, for the next that has not begun."""
PAPERS = ("A4", "A5")
LANGUAGES = ("zh-hant", "zh-hans", "en")
LINES = {"A4": 16, "A5": 12}
"""Rounds of a match that a score sheet has lines for."""


def _found(request: HttpRequest, event_id: uuid.UUID, kind: str) -> tuple[Event, str]:
    """The event and the kind of page, for scorers: the links open the tables' pages. Raises Http404, Refusal (403)."""
    event = member_event_or_404(request, event_id)
    if kind not in KINDS:
        raise Http404
    require(access.may(request.user, access.Right.SCORE, event.club_id))
    return event, kind


def _show(request: HttpRequest, found: tuple[Event, str], *, error: str = "") -> HttpResponse:
    """One kind of page to print, of the rounds that are asked for: all, or one."""
    event, kind = found
    paper = request.GET.get("paper", "")
    paper = paper if paper in PAPERS else "A4"
    language = request.GET.get("language", "")
    language = language if language in LANGUAGES else (get_language() or LANGUAGES[0])
    with override(language):
        return render(request, f"pages/tournament/seating/print/{kind}.html", _context(request, event, kind, paper, language))


def table_address(request: HttpRequest, table: Table, seat: str = "") -> str:
    """The address of the page that the players of a table have, or one seat of it."""
    return request.build_absolute_uri(reverse("pages:open_link", args=[events.secret_for(table, seat)]))


def _context(request: HttpRequest, event: Event, kind: str, paper: str, language: str) -> Context:
    plan = seating.plan_of(event)
    stage, number = _round_in(request.GET.get("round", ""))
    if kind in BY_ROUND and "round" not in request.GET:
        stage, number = _next(plan)
    wanted = [one for one in plan.rounds if (not stage or one.stage.number == stage) and (not number or one.number == number)]
    one_round = wanted[0] if number and wanted else None
    at = {"round": f"{one_round.stage.number}.{one_round.number}"} if one_round else {}
    several = len({one.stage.pk for one in plan.rounds}) > 1
    shared: Context = {
        "event": event,
        "kind": kind,
        "paper": paper,
        "papers": PAPERS,
        "language": language,
        "rounds": plan.rounds,
        "one_round": one_round,
        "query": urlencode({**at, "paper": paper, "language": language}),
        "several": several,
    }
    if kind in ("cards", "names"):
        return {**shared, "people": [row for row in rows_of(plan, wanted) if row.sits], "shown": wanted}
    return {
        **shared,
        "shown": [_round(request, one, links=kind != "tables") for one in wanted],
        "lines": range(1, LINES[paper] + 1),
    }


def _round_in(text: str) -> tuple[int, int]:
    """Stage and number of a round as an address names it, ``2.1``, or ``1`` of any stage; zeros where it names none."""
    stage, _, number = text.rpartition(".")
    return number_in({"stage": stage}, "stage"), number_in({"round": number}, "round")


def _next(plan: Plan) -> tuple[int, int]:
    """Stage and number of the first round that has not begun; where all have, of the last."""
    found = next((one for one in plan.rounds if not one.begun), plan.rounds[-1] if plan.rounds else None)
    return (found.stage.number, found.number) if found else (0, 0)


def _round(request: HttpRequest, one: PlannedRound, links: bool) -> Context:
    words = seat_words(one)
    tables = []
    for table in one.tables:
        seats = [
            {"seat": words[seat], "who": who, "link": table_address(request, table.table, seat) if links else ""}
            for seat, who in table.seats
        ]
        tables.append({"table": table.table, "seats": seats, "link": table_address(request, table.table) if links else ""})
    return {"round": one, "stage": one.stage, "number": one.number, "tables": tables, "out": one.sitting_out}


printed = login_required(never_cache(Page(_found, _show)))
