"""The board alone, for embedding in other sites: of a public match, or of one that a share link opens,
whose secret is in the address (``?key=``). No session is read."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from frontend.components.access import actor_by_key
from frontend.components.matches.links import KEY, Links, Place
from frontend.components.sharing import round_numbers
from records.archive import matches
from records.core.languages import DJANGO, reader_language


@require_GET
@xframe_options_exempt
def board(request: HttpRequest, match_id: uuid.UUID, place: Place) -> HttpResponse:
    """The embedded board of a round, standing at a move, in the language that its address asks for."""
    key = request.GET.get(KEY, "")
    match = matches.find(actor_by_key(request) if KEY in request.GET else AnonymousUser(), match_id)
    if match is None or place.round not in round_numbers(match):
        raise Http404
    links = Links(match)
    home = links.board(place.round)
    context = {
        "match": match,
        "number": place.round,
        "move": place.move,
        "home": f"{reverse('pages:open_link', args=[key])}?{urlencode({'next': home})}" if key else home,
        "frames": links.frames(place.round),
        "key": key,
    }
    with translation.override(DJANGO.get(request.GET.get("lang", "")) or DJANGO[reader_language()]):
        response = render(request, "pages/archive/replay/embed.html", context)
    response.headers["Cache-Control"] = "private, no-store" if key else "public, max-age=60"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
