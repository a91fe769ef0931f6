"""The sheets of an event: how far each is, their links, and by which rules they are kept."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

import referee
from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page, rights_in
from frontend.components.event_tables.context import event_head
from frontend.components.rules.choices import grouped
from frontend.i18n.localized import localized
from records.accounts import access
from records.core.errors import Refusal
from records.tournament import events, sheets
from records.tournament.models import Event

TABLES = 500
"""The tables that the page lists at most, the last round's first."""


@login_required
@require_http_methods(["GET", "POST"])
def overview(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The tables of an event with their sheets, for scorers and arbiters; organizers set the rules of the sheets here."""
    event = member_event_or_404(request, event_id)
    if not _may_score(request, event):
        return forbidden_page(request, 403)
    if request.method == "GET":
        return _page(request, event)
    given = {name: request.POST.get(name, "").strip() for name in ("rules", "rounds", "base")}
    rounds, base = _number(given["rounds"]), _number(given["base"])
    game, _space, rules = given["rules"].partition(" ")
    try:
        sheets.change_settings(request.user, event, game, rules, rounds or 0, base)
    except Refusal as refusal:
        if refusal.status == 403:
            return forbidden_page(request, 403)
        return _page(request, event, localized(refusal.message), refusal.status)
    return redirect("pages:sheets", event.pk)


def _number(text: str) -> int | None:
    """A number of a form, None where nothing is said, -1 for what is none."""
    return None if not text else int(text) if text.isdecimal() and len(text) < 10 else -1


def _may_score(request: HttpRequest, event: Event) -> bool:
    return any(events.may_in(request.user, right, event) for right in (access.Right.SCORE, access.Right.RULE))


def _page(request: HttpRequest, event: Event, error: str = "", status: int = 200) -> HttpResponse:
    found = event.tables.select_related("round__stage", "match").order_by("-round__stage__number", "-round__number", "id")
    tables = list(found[:TABLES])
    progress = sheets.progress_of(tables)
    settings = sheets.settings_of(event)
    games = [game for game in referee.games() if event.game in ("", game.id)]
    context: dict[str, Any] = {
        **event_head(request, event, "sheets"),
        "rights": rights_in(request, event.club),
        "tables": [{"table": table, "progress": progress.get(table.pk)} for table in tables],
        "settings": settings,
        "choices": grouped(games, event.club, settings.game, settings.rules),
        "error": error,
    }
    return render(request, "pages/tournament/sheets/sheets.html", context, status=status)
