"""The page of a round's replay, and what its board draws."""

from __future__ import annotations

from typing import Unpack

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from frontend.components.access import Where, links_to, match_or_404, requested_view, sheet_for
from frontend.components.page.compact_json import compact_json
from frontend.components.sharing import messenger_card
from frontend.pages.replay.board import document
from frontend.pages.replay.comments import comments_document
from frontend.pages.replay.controls import steps, tabs
from records import matches


@require_GET
def replay(request: HttpRequest, number: int, move: int = 0, **where: Unpack[Where]) -> HttpResponse:
    """The board of a round, standing at a move."""
    links = links_to(request, **where)
    sheet = sheet_for(links)
    shown = next((round_ for round_ in sheet.rounds if round_["round"] == number), None) if sheet else None
    if sheet is None or shown is None:
        raise Http404
    beside = tabs(len(shown["findings"]))
    asked = request.GET.get("tab")
    context = {
        "match": links.match,
        "at": links,
        "sheet": sheet,
        "round": shown,
        "number": number,
        "move": move,
        "steps": steps(),
        "tabs": beside,
        "tab": asked if asked in [one.name for one in beside] else beside[0].name,
        "following": next((round_ for round_ in sheet.rounds if round_["round"] > number), None),
        "flagged": bool(shown["findings"]),
        "board": links.board(number),
        "frames": links.frames(number),
        "review": links.review(number),
        "card": None if links.read_only else messenger_card(request, links.match, sheet, number, move),
        "comments": None if links.visitor else comments_document(request, links, number),
    }
    return render(request, "pages/replay/replay.html", context)


@require_GET
def frames(request: HttpRequest, number: int, **where: Unpack[Where]) -> HttpResponse:
    """What the board draws: the tables of a round, every move in words."""
    found = match_or_404(request, **where)
    view = requested_view(request, found)
    try:
        tables = matches.frames(found, number, view)
    except LookupError as error:
        raise Http404 from error
    # From one seat's view nothing is said of what the others could have played: it would tell their hands.
    allowed = {} if view else matches.allowed(found, tables)
    return compact_json(document(tables, matches.verdict_of(found), allowed))
