"""Entering a match by hand: the page, and the referee's answer on the draft. Drafts are not stored on the server."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import asks_by_seat, at_table, by_seat_or_account, table_link_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.dropped_file import answer_table_drop
from frontend.components.rules.choices import kept_by_game
from frontend.pages.entry.answers import DRAFT_BYTES, answer_on, page_context
from frontend.pages.entry.event_table import planned, planned_by_link, waiting_table
from frontend.pages.entry.targets import targets
from records.core.ops import rate_limit


@require_GET
def enter(request: HttpRequest) -> HttpResponse:
    """The page on which a match is typed or clicked."""
    return render(
        request, "pages/entry/enter.html", {**page_context(), "targets": targets(request), "kept": kept_by_game(request)}
    )


@by_seat_or_account
@require_GET
def enter_table(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """The same page for a table of an event: what is known of it is filled in, and the match goes to that table. By the table's
    link what is entered is shown live, and a scorer ends the match."""
    if asks_by_seat(request):
        link = table_link_or_404(request, event_id, table_id)
        by_link = {"planned": planned_by_link(link), "at": link.table, "sheet": at_table("table", link), "by_link": True}
        return render(request, "pages/entry/enter.html", {**page_context(), "targets": [], **by_link})
    table = waiting_table(request, event_id, table_id)
    if table is None:
        return forbidden_page(request, 403)
    return render(request, "pages/entry/enter.html", {**page_context(), "targets": [], "planned": planned(table), "at": table})


@login_required
@require_POST
def upload_to_table(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """Upload a match to a table of an event."""
    table = waiting_table(request, event_id, table_id)
    return forbidden_page(request, 403) if table is None else answer_table_drop(request, table)


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """The answer on a draft as JSON: findings, table, moves that may come next."""
    if seconds := rate_limit.hit("check", rate_limit.client_key(request)):
        refused = JsonResponse({"line": _("Too many checks at once. Going on in a moment.")}, status=429)
        refused.headers["Retry-After"] = str(seconds)
        return refused
    return answer_on(request.read(DRAFT_BYTES + 1))
