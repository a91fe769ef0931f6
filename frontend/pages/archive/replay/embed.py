"""The board alone, for embedding in other sites: of a public match, or of one that a share link opens,
whose secret is in the address (``?key=``). No session is read."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from frontend.components.access import actor_by_key
from frontend.components.matches.links import KEY, Links
from frontend.components.sharing import round_numbers
from frontend.pages.archive.replay.board import document
from records.archive import matches
from records.core.languages import DJANGO, reader_language


def framable(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorates a view that any site may show in a frame, in the language that its address asks for."""

    @require_GET
    @xframe_options_exempt
    @wraps(view)
    def wrapper(request: HttpRequest, match_id: uuid.UUID, number: int, **more: Any) -> HttpResponse:
        match = matches.find(actor_by_key(request) if KEY in request.GET else AnonymousUser(), match_id)
        if match is None:
            raise Http404
        language = DJANGO.get(request.GET.get("lang", "")) or DJANGO[reader_language()]
        with translation.override(language):
            response = view(request, Links(match), number, **more)
        response.headers["Cache-Control"] = "private, no-store" if KEY in request.GET else "public, max-age=60"
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return wrapper


@framable
def board(request: HttpRequest, links: Links, number: int, move: int = 0) -> HttpResponse:
    """The embedded board of a round, standing at a move."""
    if number not in round_numbers(links.match):
        raise Http404
    key, home = request.GET.get(KEY, ""), links.board(number)
    context = {
        "match": links.match,
        "number": number,
        "move": move,
        "home": f"{reverse('pages:open_link', args=[key])}?{urlencode({'next': home})}" if key else home,
        "frames": f"{reverse('pages:embed_frames', args=[links.match.pk, number])}?{_query(key)}",
    }
    return render(request, "pages/archive/replay/embed.html", context)


def _query(key: str) -> str:
    """What the address of the frames asks for: the language of the board, and what opens it."""
    return urlencode({"lang": reader_language()} | ({KEY: key} if key else {}))


@framable
def frames(request: HttpRequest, links: Links, number: int) -> HttpResponse:
    """The frames of the embedded board, as JSON."""
    try:
        tables = matches.frames(links.match, number)
    except LookupError as error:
        raise Http404 from error
    frames_document = document(tables, matches.verdict_of(links.match))
    return JsonResponse(frames_document, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})
