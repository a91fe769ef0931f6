"""The pages. Each asks records or the engine and draws a template; no rule and no query stands here."""

from __future__ import annotations

import uuid
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import referee
from frontend.calculator import form, sitting
from frontend.said import said
from frontend.verdicts import Sheet, sheet_of
from frontend.worth import answer
from records import selectors, services
from records.models import Match
from referee import registry
from referee.scoring import hands

PAGE = 30
SHOWN = 50
"""Matches of one file that the upload page shows in place: a page of thousands takes a web worker half a minute."""
FILTERS = ("q", "game", "status", "state", "event", "player", "date_from", "date_to", "finding")
MEDIA_TYPES = {"ppn": "text/x-ppn", "json": "application/json", "ndjson": "application/x-ndjson"}


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Drop a file, read the verdict; below it what was judged last."""
    latest = selectors.matches_visible_to(request.user)[:6]
    return render(request, "frontend/home.html", {"latest": latest})


@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """The verdicts on dropped files: stored and judged by a worker for who is signed in, else judged here and not kept."""
    results = [_taken(request, file) for file in request.FILES.getlist("file")]
    return render(request, "frontend/parts/uploaded.html", {"results": results})


def _taken(request: HttpRequest, file: Any) -> dict[str, Any]:
    kind = MEDIA_TYPES.get(file.name.rpartition(".")[2].lower(), "text/x-ppn")
    if file.size > settings.UPLOAD_BYTES:
        return {"name": file.name, "error": _("The file is too large: at most 16 MiB.")}
    data = file.read()
    if not request.user.is_authenticated:
        records = list(islice(referee.parse_file(data), SHOWN + 1))
        sheets = [sheet_of(referee.verify(record).as_dict()) for record in records[:SHOWN]]
        return {"name": file.name, "sheets": sheets, "unjudged": len(records) > SHOWN}
    try:
        intake = services.accept(data, media_type=kind, filename=file.name, user=request.user)
    except services.IntakeError as error:
        return {"name": file.name, "error": said(error.message)}
    return {"name": file.name, "matches": intake.matches[:SHOWN], "rest": max(0, len(intake.matches) - SHOWN)}


@require_GET
def archive(request: HttpRequest) -> HttpResponse:
    """The matches that this person may see, searched and filtered."""
    given = {name: request.GET.get(name, "").replace("\x00", "").strip() for name in FILTERS}
    matches = selectors.filter_matches(selectors.matches_visible_to(request.user), **given)
    page = Paginator(matches, PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "page": page, "given": given, "games": referee.games(), "states": Match.State.choices, "query": query.urlencode(),
        "narrowed": any(given[name] for name in FILTERS if name != "q"),
    }  # fmt: skip
    return render(request, "frontend/archive.html", context)


def _found(request: HttpRequest, match_id: uuid.UUID) -> Match:
    found = selectors.match_for(request.user, match_id)
    if found is None:
        raise Http404
    return found


def _sheet(found: Match) -> Sheet | None:
    verdict = selectors.verdict_of(found)
    return sheet_of(verdict, found) if verdict else None


@require_GET
def match(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """A match: its verdict, round by round, or how far the work on it has come."""
    found = _found(request, match_id)
    context = {"match": found, "sheet": _sheet(found), "may_change": selectors.may_change(request.user, found)}
    return render(request, "frontend/match.html", context)


@require_GET
def state(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The piece of a page that shows one uploaded match; asks again by itself until it is judged."""
    found = _found(request, match_id)
    return render(request, "frontend/parts/state.html", {"match": found, "sheet": _sheet(found)})


@require_POST
def rejudge(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Have the match judged again."""
    found = _found(request, match_id)
    if not selectors.may_change(request.user, found):
        raise Http404
    services.rejudge(found)
    return redirect("pages:match", match_id)


@require_GET
def replay(request: HttpRequest, match_id: uuid.UUID, number: int, move: int = 0) -> HttpResponse:
    """The board of a round, standing at a move."""
    found = _found(request, match_id)
    sheet = _sheet(found)
    if sheet is None or number not in [round_["round"] for round_ in sheet.rounds]:
        raise Http404
    return render(request, "frontend/replay.html", {"match": found, "sheet": sheet, "number": number, "move": move})


@require_GET
def frames(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """What the board draws: the tables of a round, every move in words."""
    found = _found(request, match_id)
    view = request.GET.get("view") or None
    try:
        tables = selectors.frames(found, number, view)
    except LookupError as error:
        raise Http404 from error
    for table in tables:
        for finding in table["findings"]:
            finding["said"] = said(finding["message"])
    return JsonResponse({"frames": tables}, json_dumps_params={"ensure_ascii": False})


@require_GET
def rulebooks(request: HttpRequest) -> HttpResponse:
    """The games that can be refereed."""
    return render(request, "frontend/rulebooks.html", {"games": referee.games()})


@require_GET
def rulebook(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game's clauses, options and presets."""
    game = registry.find(game_id)
    if game is None:
        raise Http404
    book = game.rulebook
    sections: dict[str, dict[str, Any]] = {}
    for clause in sorted(book, key=lambda clause: clause.id in book.core.clauses if book.core else False):
        section = sections.setdefault(clause.section, {"title": book.sections.get(clause.section), "clauses": []})
        section["clauses"].append(clause)
    options = [(option, [preset.options.get(option.name, option.default) for preset in book.presets]) for option in book.options]
    context = {"game": game, "book": book, "sections": sections, "options": options, "valued": hands(game) is not None}
    return render(request, "frontend/rulebook.html", context)


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    """What a hand is worth: the form, and the answer to what its address asks."""
    at = sitting(request.GET)
    if at is None:
        raise Http404
    context = {**form(at, request.GET), "answer": answer(at, request.GET)}
    return render(request, "frontend/calculator.html", context)


@require_GET
def worth(request: HttpRequest) -> HttpResponse:
    """The piece of that page that answers."""
    at = sitting(request.GET)
    if at is None:
        raise Http404
    return render(request, "frontend/parts/worth.html", {"answer": answer(at, request.GET)})
