"""The sheets of an event: how far each is, their links, and by which rules they are kept."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import referee
from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import rights_in
from frontend.components.event_tables.context import event_head
from frontend.components.page.actions import Page
from frontend.components.rules.choices import grouped
from records.tournament import sheets
from records.tournament.models import Event

TABLES = 500
"""The tables that the page lists at most, the last round's first."""


def _found(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, for its scorers and arbiters."""
    event = member_event_or_404(request, event_id)
    sheets.require_writer(request.user, event)
    return event


def _set_rules(request: HttpRequest, event: Event) -> HttpResponse:
    """Set the rules of the sheets; for organizers."""
    given = {name: request.POST.get(name, "").strip() for name in ("rules", "rounds", "base")}
    game, _space, rules = given["rules"].partition(" ")
    sheets.change_settings(request.user, event, game, rules, _number(given["rounds"]) or 0, _number(given["base"]))
    return redirect("pages:sheets", event.pk)


def _number(text: str) -> int | None:
    """A number of a form, None where nothing is said, -1 for what is none."""
    return None if not text else int(text) if text.isdecimal() and len(text) < 10 else -1


def _show(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The tables of an event with their sheets."""
    found = event.tables.select_related("round__stage", "match").order_by("-round__stage__number", "-round__number", "id")
    tables = list(found[:TABLES])
    progress = sheets.progress_of(tables)
    games = [game for game in referee.games() if event.game in ("", game.id)]
    context: dict[str, Any] = {
        **event_head(request, event, "sheets"),
        "rights": rights_in(request, event.club),
        "tables": [{"table": table, "progress": progress.get(table.pk)} for table in tables],
        "choices": grouped(games, event.club, event.sheet_game or event.game, event.sheet_rules),
        "error": error,
    }
    return render(request, "pages/tournament/sheets/sheets.html", context)


overview = login_required(Page(_found, _show, set_rules=_set_rules))
