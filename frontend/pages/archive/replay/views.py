"""The page of a round's replay."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from frontend.components.access import match_to_read, opened_to_readers, sheet_for
from frontend.components.matches.links import Links, Place
from frontend.components.sharing import messenger_card
from frontend.pages.archive.replay.page_context import page_context
from records.archive import comments
from records.archive.models import Match


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
