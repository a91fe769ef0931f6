"""Answers about matches: one, a page of them, a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.archive.matches.serializers import MatchSerializer
from api.http import parameters
from api.http.pagination import PAGES, InOrderOf, serialized_rows
from api.http.response_cache import cached_answer
from records.accounts import clubs
from records.archive import matches
from records.archive.models import Judgement, Match

FILTERS = {
    "game": "the game's id",
    "status": "the verdict as it is shown: clean (every round was checked), unchecked (nothing to object to, but not every round "
    "was checked), flagged or unreadable",
    "state": "pending, judging, judged, failed or stopped",
    "event": "words of the event's name, in any order and either Chinese script",
    "player": "words of a player's name, in any order and either Chinese script",
    "date_from": "YYYY.MM.DD, from this day on; of a month or a year from its first day",
    "date_to": "YYYY.MM.DD, to this day; of a month or a year to its last day",
    "finding": "the code of a finding",
    "q": "words, in any order and either Chinese script: each is found in the event, stage, table, file or a player's name, "
    "or is the match's number, the first 6 or more characters of its `sha256`",
}
VALUES: dict[str, Sequence[str]] = {
    "status": ("clean", "unchecked", "flagged", "unreadable"),
    "state": Match.State.values,
}
"""The filters that are one of a few words."""
LISTING = [
    *(OpenApiParameter(name, str, enum=VALUES.get(name), description=text) for name, text in FILTERS.items()),
    OpenApiParameter(
        "sort",
        str,
        enum=list(matches.SORTS),
        description="by day, the last or the oldest first; left out: as they came, the last first",
    ),
    *PAGES,
]


def match_answer(request: Request, match: Match) -> dict[str, Any]:
    """The answer for a match."""
    return dict(MatchSerializer(*matches.with_seats([match]), context=match_context(request)).data)


def match_context(request: Request) -> dict[str, Any]:
    """The context of the match serializer for this request."""
    # The clubs are asked for only where a match is a club's.
    return {"request": request, "clubs": SimpleLazyObject(lambda: set(clubs.visible_club_ids(request.user)))}


def match_page(view: APIView, request: Request, found: QuerySet[Match] | None = None) -> Response:
    """A page of matches that fit the request's filters, or without filters of all that the person may see."""
    given, sort = filters_of(request), parameters.choice(request, "sort", matches.SORTS, "added")
    pages = InOrderOf(*matches.SORTS[sort])
    found = matches.visible_to(request.user) if found is None else found
    listed = matches.ids_only(matches.search(found, **given))
    page = matches.with_details(pages.paginate_queryset(listed, request, view))
    return pages.get_paginated_response(serialized_rows(MatchSerializer, page, match_context(request)))


def filters_of(request: Request) -> dict[str, str]:
    """The filters of the request by their names. Raises Refusal (400)."""
    given = {name: parameters.text(request, name) for name in FILTERS}
    given |= {name: parameters.choice(request, name, values) for name, values in VALUES.items()}
    given |= {name: parameters.day(request, name) for name in ("date_from", "date_to")}
    return {name: value for name, value in given.items() if value}


def verdict_answer(request: Request, match: Match, judgement: Judgement) -> HttpResponseBase:
    """The verdict of a judgement of this match, with its ETag; it never changes."""
    return cached_answer(
        request,
        ("verdict", judgement.pk, judgement.created_at),
        lambda: matches.stored_verdict_for_reader(match, judgement),
        tagged_by_key=True,
    )
