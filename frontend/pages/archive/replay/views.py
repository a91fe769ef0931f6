"""The page of a round's replay, and what its board draws."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from frontend.components.access import reads_match, requested_view, sheet_for
from frontend.components.matches.links import Links
from frontend.components.page.compact_json import compact_json
from frontend.components.sharing import messenger_card
from frontend.pages.archive.replay.board import document
from frontend.pages.archive.replay.comments import comments_document
from frontend.pages.archive.replay.page_context import page_context
from records.archive import matches
from records.archive.models import Match


@require_GET
@reads_match
def replay(request: HttpRequest, found: Match, number: int, move: int = 0) -> HttpResponse:
    """The board of a round, standing at a move."""
    links = Links(found)
    sheet = sheet_for(links)
    shown = page_context(links, sheet, number, move, request.GET.get("tab")) if sheet else None
    if sheet is None or shown is None:
        raise Http404
    context = {
        **shown,
        "card": None if found.read_only else messenger_card(request, found, sheet, number, move),
        "comments": None if found.of_visitor else comments_document(request, found, number),
    }
    return render(request, "pages/archive/replay/replay.html", context)


@require_GET
@reads_match
def frames(request: HttpRequest, found: Match, number: int) -> HttpResponse:
    """What the board draws: the tables of a round, every move in words."""
    view = requested_view(request, found)
    try:
        tables = matches.frames(found, number, view)
    except LookupError as error:
        raise Http404 from error
    # From one seat's view nothing is said of what the others could have played: it would tell their hands.
    allowed = {} if view else matches.allowed(found, tables)
    return compact_json(document(tables, matches.verdict_of(found), allowed))
