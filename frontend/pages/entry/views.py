"""The page on which a match is entered by hand. Drafts are not stored on the server."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from frontend.components.access import asks_by_seat, at_table, by_seat_or_account, table_link_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.rules.choices import kept_by_game
from frontend.pages.entry.event_table import planned, planned_by_link, waiting_table
from frontend.pages.entry.page_context import page_context
from frontend.pages.entry.targets import targets


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
