"""The page of a table as it is played; its script asks the API for the frames."""

from __future__ import annotations

import json
import uuid

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from frontend.components.access import opened_by
from frontend.components.board import TO_MARKS, steps
from records.accounts import access
from records.core.errors import Refusal
from records.core.languages import localized
from records.tournament import live_tables
from records.wording.board import words_of
from records.wording.game_words import words as game_words
from referee.core import registry


@opened_by(access.ShareGrant)
@require_GET
@never_cache
def watch(request: HttpRequest, live_id: uuid.UUID) -> HttpResponse:
    """The page that shows a table as it is played, to those who may watch it."""
    table, view = live_tables.find(request.user, live_id), request.GET.get("view", live_tables.PUBLIC)
    if table is None:
        raise Http404
    try:
        watching = live_tables.watching(request.user, table, view)
    except Refusal:
        raise Http404 from None
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
        "end": reverse("api:live_match", args=[live_id]),
        "frames": reverse("api:live_frames", args=[live_id]),
        "events": settings.LIVE_ADDRESS + reverse("api:live_events", args=[live_id]),
        "event": table.at.event if table.at else None,
        "event_page": reverse("pages:event", args=[table.at.event_id]) if table.at else "",
    }
    return render(request, "pages/tournament/live_tables/watch.html", context)
