"""The page of a round's replay, and the board alone for embedding in other sites: of a public match, or of one that a share link
opens, whose secret is in the address (``?key=``)."""

from __future__ import annotations

import json
import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from frontend.components.access import actor_by_key, match_to_read, opened_to_readers, sheet_for
from frontend.components.matches.links import KEY, Links, Place
from frontend.components.sharing import messenger_card, round_numbers
from frontend.pages.archive.replay.page_context import page_context
from records.archive import comments, matches
from records.archive.models import Match
from records.core.languages import DJANGO, reader_language


@require_GET
@xframe_options_exempt
def embed(request: HttpRequest, match_id: uuid.UUID, place: Place) -> HttpResponse:
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


@require_GET
@opened_to_readers
def replay(request: HttpRequest, match_id: uuid.UUID, place: Place) -> HttpResponse:
    """The board of a round, standing at a move."""
    found = match_to_read(request, match_id)
    links = Links(found)
    sheet = sheet_for(links)
    shown = page_context(links, sheet, *place, request.GET.get("tab")) if sheet else None
    if sheet is None or shown is None:
        raise Http404
    context = {
        **shown,
        "card": None if found.read_only else messenger_card(request, found, sheet, *place),
        "gif": "" if found.of_visitor or not request.user.is_authenticated else links.gif(place.round),
        "comments": None if found.of_visitor else _comments(request, found, place.round),
    }
    return render(request, "pages/archive/replay/replay.html", context)


def _comments(request: HttpRequest, match: Match, number: int) -> dict[str, Any]:
    """The comments' part of the page: the addresses and words of its script, and whether its reader may write."""
    words = {
        "on": _("Comment on move {n}"),
        "delete": _("Delete"),
        "some": _("commented"),
        "deal": _("Comment on the deal"),
    }
    of_round = reverse("api:comments", args=[match.pk, number])
    return {
        "of_round": of_round,
        "first": f"{of_round}?limit=200",
        "of_match": f"{reverse('api:match', args=[match.pk])}/comments/",
        "writes": not match.read_only and comments.may_write(request.user, match),
        "words": json.dumps(words, ensure_ascii=False),
    }
