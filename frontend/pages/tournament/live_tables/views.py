"""The page of a table as it is played, and what its script asks for."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from frontend.components.access import opened_by
from frontend.components.board.steps import TO_MARKS, steps
from frontend.i18n.board import document, words_of
from frontend.i18n.game_words import words as game_words
from frontend.i18n.localized import localized
from records.accounts import access
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.tournament import live_tables
from records.tournament.models import LiveTable
from referee.core import registry


def dressed(shown: dict[str, Any]) -> dict[str, Any]:
    """A frame as it is shown, with the sentence for its move and what else the board says of it."""
    if shown["frame"] is None:
        return shown
    return {**shown, "frame": document([shown["frame"]], None)["frames"][0]}


def _table(request: HttpRequest, live_id: uuid.UUID) -> LiveTable:
    """The table, where this actor may watch it. Raises Http404."""
    table = live_tables.find(request.user, live_id)
    if table is None:
        raise Http404
    return table


def _watching(request: HttpRequest, table: LiveTable) -> live_tables.Watching:
    try:
        return live_tables.watching(request.user, table, request.GET.get("view", live_tables.PUBLIC))
    except Refusal:
        raise Http404 from None


@opened_by(access.ShareGrant)
@require_GET
@never_cache
def watch(request: HttpRequest, live_id: uuid.UUID) -> HttpResponse:
    """The page that shows a table as it is played."""
    table = _table(request, live_id)
    view, watching = request.GET.get("view", live_tables.PUBLIC), _watching(request, table)
    game = registry.find(table.game)
    context = {
        "table": table,
        "game": localized(game.rulebook.name) if game else table.game,
        "view": view,
        "seats": game_words(game, "seats").items() if game else (),
        "names": table.header.get("seats", {}),
        "minutes": (table.delay + 59) // 60,
        "at_once": not watching.delay,
        "words": json.dumps(words_of(game)),
        "may_end": table.match_id is None and live_tables.may_write(request.user, table),
        "steps": [step for step in steps() if step.name not in TO_MARKS],
        "end": reverse("api:live_end", args=[live_id]),
        "frames": reverse("pages:live_frames", args=[live_id]),
        "events": settings.LIVE_ADDRESS + reverse("pages:live_events", args=[live_id]),
        "event": table.at.event if table.at else None,
        "event_page": reverse("pages:event", args=[table.at.event_id]) if table.at else "",
    }
    return render(request, "pages/tournament/live_tables/watch.html", context)


@opened_by(access.ShareGrant)
@require_GET
@never_cache
def frames(request: HttpRequest, live_id: uuid.UUID) -> JsonResponse:
    """Frames of a table, for whoever has no stream, or looks at an earlier round."""
    if seconds := rate_limit.hit("followed", rate_limit.client_key(request)):
        return JsonResponse({}, status=429, headers={"Retry-After": str(seconds)})
    table = _table(request, live_id)
    after = request.GET.get("after", "")
    known = int(after) if after.isascii() and after.isdecimal() and len(after) < 10 else None
    some = live_tables.shown(_watching(request, table), known, dressed)
    return JsonResponse({"state": table.state, "last": some.last, "next": some.next, "frames": some.frames})


@opened_by(access.ShareGrant)
@require_GET
@never_cache
def follow(request: HttpRequest, live_id: uuid.UUID) -> HttpResponse:
    """Leave to follow a table; there is no stream at this process: ask for the frames now and then."""
    try:
        watching = _watching(request, _table(request, live_id))
    except Http404:
        return HttpResponse(status=404)
    response = HttpResponse(status=204)
    del response.headers["Content-Type"]
    response.watching, response.language = watching, get_language()  # type: ignore[attr-defined]
    return response
