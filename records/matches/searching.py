"""Searching matches by header, players, findings and verdicts. ``visibility`` decides who may see which."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Model, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull

from records.db.name_search import MAX_NAMES, field_among, field_contains, names_matching
from records.matches.models import Finding, Judgement, Match, MatchSeat, Upload

FILTERS = ("game", "status", "state", "event", "player", "date_from", "date_to", "finding", "q")
"""By what matches are searched."""
SEARCHED: dict[tuple[type[Model], str], str] = {
    (Match, "search_event"): "pk",
    (Match, "search_stage"): "pk",
    (Match, "search_table"): "pk",
    (Upload, "search_filename"): "matches",
    (MatchSeat, "search_name"): "match",
}
"""Where a word that is looked for may stand, and by what the matches are found from there."""
FEW = 100
"""Names by which rows are looked up one by one."""


def search(
    matches: QuerySet[Match],
    *,
    game: str = "",
    status: str = "",
    state: str = "",
    event: str = "",
    player: str = "",
    date_from: str = "",
    date_to: str = "",
    finding: str = "",
    q: str = "",
) -> QuerySet[Match]:
    """Those of these matches that fit every filter given. Dates are in the form of PPN (``YYYY.MM.DD``)."""
    matches = for_pages(matches)
    exact = {"game": game, "current_judgement__status": status, "state": state}
    matches = matches.filter(**{name: value for name, value in exact.items() if value})
    if event:
        matches = matches.filter(field_contains(Match, "search_event", event))
    if player:
        matches = matches.filter(
            pk__in=MatchSeat.objects.filter(field_contains(MatchSeat, "search_name", player)).values("match")
        )
    if date_from:
        matches = matches.filter(date__gte=date_from.replace("-", "."))
    if date_to:
        matches = matches.filter(date__lte=date_to.replace("-", "."), date__gt="")
    if finding:
        matches = matches.filter(current_judgement__in=Finding.objects.filter(code=finding).values("judgement"))
    if q:
        matches = matches.filter(_contains_text(q))
    return matches


def for_pages(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches whose details are prefetched page by page: a join would fetch them for all matches that fit."""
    upload = Prefetch("upload", Upload.objects.defer("source"))
    judgement = Prefetch("current_judgement", Judgement.objects.defer("verdict"))
    return matches.select_related(None).select_related("user", "club").prefetch_related(upload, judgement)


def _contains_text(text: str) -> Q:
    """The condition that a text occurs in a match: as its event, stage, table or file, or in a player's name.

    Where that is rare they are looked up by what says it; where it is common one of the newest matches soon does.
    """
    names = {(model, field): names_matching(model, field, text, whole=field == "search_table") for model, field in SEARCHED}
    fits = {place: field_among(place[1], text, some) for place, some in names.items()}
    if all(some is not None and len(some) <= FEW for some in names.values()):
        found: set[Any] = set()
        for (model, field), one in fits.items():
            found.update(
                model._default_manager.order_by().filter(one).values_list(SEARCHED[model, field], flat=True)[: MAX_NAMES + 1]
            )
        found.discard(None)  # of a file that brought nothing new
        if len(found) <= MAX_NAMES:
            return Q(pk__in=sorted(found))
    of_match = [one for (model, _), one in fits.items() if model is Match]
    file = Upload.objects.filter(fits[Upload, "search_filename"], pk=OuterRef("upload"))
    seat = MatchSeat.objects.filter(fits[MatchSeat, "search_name"], match=OuterRef("pk"))
    return reduce(or_, of_match, _exists(file) | _exists(seat))


def _exists(rows: QuerySet[Any]) -> Q:
    """Whether a match has one of these rows, as a subquery that PostgreSQL evaluates match by match."""
    return Q(IsNull(Subquery(rows.order_by().values("pk")[:1]), False))
