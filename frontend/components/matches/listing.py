"""A list of matches, page by page, with its search and its filters."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

import referee
from frontend.components.page.pagination import PAGE, Bounded
from records import matches
from records.models import Match

FILTERS = ("q", "game", "status", "state", "event", "player", "date_from", "date_to", "finding")
DATES = ("date_from", "date_to")


def listing(request: HttpRequest, found: QuerySet[Match]) -> dict[str, Any]:
    """One page of the matches that fit the search in the address, and what the filters show."""
    given = {name: request.GET.get(name, "").replace("\x00", "").strip() for name in FILTERS}
    unread = [name for name in DATES if given[name] and matches.days_of(given[name]) is None]
    page = Bounded(Match.objects.none() if unread else matches.search(found, **given), PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return {
        "page": page,
        "given": given,
        "unread": unread,
        "games": referee.games(),
        "states": Match.State.choices,
        "query": query.urlencode(),
        "narrowed": any(given[name] for name in FILTERS if name != "q"),
    }
