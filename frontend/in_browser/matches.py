"""Records opened in the browser: the first page, what is in a file, a match with its verdict, its replay and review."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.matches.links import Place
from frontend.in_browser.context import BrowserRequest, as_json
from frontend.in_browser.opened import FILES, WORKED_OUT, open_file
from frontend.in_browser.opened import match as opened
from frontend.pages.archive.replay.page_context import page_context
from records.wording.board import document
from records.wording.review import reviewed
from records.wording.verdict_sheet import sheet_of


def home(request: BrowserRequest) -> HttpResponse:
    """The first page: where a record is opened, and what else there is."""
    return render(request, "in_browser/home.html", {"files": list(reversed(FILES.values()))})


def upload(request: BrowserRequest) -> HttpResponse:
    """Judge the files that were chosen, and lead to the match of one, else to the list of what they hold."""
    number = request.number
    for given in request.files:
        found = open_file(given.name, given.data, number)
        number += 1
    if len(request.files) != 1:
        return redirect("pages:home")
    only = len(found.matches) == 1 and found.complete
    return redirect(f"{found.matches[0].links.page}#verdict" if only else "pages:dropped", *([] if only else [found.pk]))


def file(request: BrowserRequest, number: int) -> HttpResponse:
    """The matches of a file, or why there are none. Raises LookupError."""
    return render(request, "in_browser/file.html", {"file": FILES[number]})


def match(request: BrowserRequest, key: int) -> HttpResponse:
    """A match: its verdict round by round. By POST it is judged by other rules, beside what it is. Raises LookupError."""
    found = opened(key)
    if request.method == "POST":
        number, record = max(WORKED_OUT, *FILES) + 1, found.source.text.encode("utf-8", "surrogatepass")
        judged = open_file(found.upload.filename, record, number, request.POST["rules"])
        return redirect(f"{judged.matches[0].links.page}#verdict")
    context = {"match": found, "at": found.links, "sheet": sheet_of(found.verdict, found.links)}
    return render(request, "pages/archive/matches/match.html", context)


def record(_request: BrowserRequest, key: int) -> HttpResponse:
    """The record as it stands in its file. Raises LookupError."""
    source = opened(key).source
    media_type = "application/json" if source.form == "json" else "text/x-ppn; charset=utf-8"
    return HttpResponse(source.text.encode("utf-8", "surrogatepass"), content_type=media_type)


def verdict(_request: BrowserRequest, key: int) -> HttpResponse:
    """The verdict as JSON. Raises LookupError."""
    return as_json(opened(key).verdict)


def replay(request: BrowserRequest, key: int, place: Place) -> HttpResponse:
    """The board of a round, standing at a move. Raises LookupError."""
    found = opened(key)
    context = page_context(found.links, sheet_of(found.verdict, found.links), *place, request.GET.get("tab"))
    if context is None:
        raise Http404
    return render(request, "pages/archive/replay/replay.html", context)


def frames(request: BrowserRequest, key: int, number: int) -> HttpResponse:
    """What the board draws. Raises LookupError."""
    found, view = opened(key), _view(request)
    tables = found.ask("frames", number, view=view)
    return as_json(document(tables, found.verdict, {} if view else found.allowed(tables)))


def review(request: BrowserRequest, key: int, number: int) -> HttpResponse:
    """The review of a round. Raises LookupError."""
    found = opened(key)
    told: dict[str, Any] = found.ask("review", number, view=_view(request))
    return as_json(reviewed(told, found.verdict, found.tags["Game"], {seat.seat: seat.name for seat in found.seated_players}))


def turn(request: BrowserRequest, key: int, number: int, move: int) -> HttpResponse:
    """The deeper review of the turn of a move. Raises LookupError."""
    return as_json(opened(key).ask("review_turn", number, view=_view(request), move=move))


def _view(request: BrowserRequest) -> str | None:
    return request.GET.get("view") or None
