"""The first page: drop a file, read the verdict; the matches of a file that a visitor dropped."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

import referee
from frontend.components.access import Expired, unlisted
from frontend.components.dropped_file import answer_drop, lasting
from frontend.components.page.actions import Page
from records.archive import matches, samples, visitors
from records.archive.models import Upload
from records.core.errors import Refusal
from records.tournament import events
from records.wording.verdict_sheet import sheet_of


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The first page: the drop zone, what newcomers need to know, and the latest matches."""
    context: dict[str, Any] = {
        "games": referee.games(),
        "samples": samples.flagged,
        "latest": matches.visible_to(request.user)[:6],
    }
    context["served"] = events.served_by(request.user)
    return render(request, "pages/archive/uploads/home.html", context)


@require_GET
def sample(request: HttpRequest, game_id: str) -> HttpResponse:
    """A flagged match of a game with its verdict: its own page where it is stored as a public match. Raises Http404."""
    found = samples.flagged().get(game_id)
    if found is None:
        raise Http404
    stored = matches.visible_to(request.user).filter(public=True, sha256=found.record.sha256, current_judgement__isnull=False)
    if match := stored.first():
        return redirect("pages:match", match.pk)
    others = [game for game in referee.games() if game.id in samples.flagged()]
    context = {"sheet": sheet_of(found.verdict), "text": found.text, "others": others}
    return render(request, "pages/archive/uploads/sample.html", context)


@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """What comes of dropped files: stored and judged by a worker for signed-in people, else judged at once and kept for a day."""
    return answer_drop(request)


def _dropped(request: HttpRequest, file_id: uuid.UUID) -> Upload:
    """The file that a visitor dropped. Raises Expired."""
    file = visitors.find(file_id)
    if file is None:
        raise Expired
    return file


def _show(request: HttpRequest, file: Upload, *, error: str = "") -> HttpResponse:
    """The matches of a file that a visitor dropped."""
    context = {"file": file, "matches": visitors.matches_of(file), "lasting": lasting(request, file, request.path)}
    return render(request, "pages/archive/uploads/dropped.html", context)


def _delete(request: HttpRequest, file: Upload) -> HttpResponse:
    """Delete the file with its matches, for the browser that dropped it."""
    try:
        visitors.delete(request.user, file)
    except Refusal as refusal:
        raise Http404 from refusal
    return render(request, "components/visitors/gone.html", {"deleted": True})


dropped = unlisted(Page(_dropped, _show, by_link=("delete",), delete=_delete))
