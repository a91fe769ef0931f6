"""Searching matches by header, players, findings and verdicts. ``visibility`` decides who may see which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

from django.db.models import Model, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull

from records.db.name_search import MAX_NAMES, field_among, field_contains, names_matching, words_of
from records.matches.dates import Days, days_of
from records.matches.models import BY_DAY, Finding, Judgement, Match, MatchSeat, Upload
from records.matches.visibility import NEWEST

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
NUMBER = re.compile(r"[0-9a-f]{6,64}")
"""The number of a match, its hash, in its first characters or whole."""
SORTS: dict[str, Sequence[str]] = {"date": BY_DAY, "oldest": [name[1:] for name in BY_DAY], "added": NEWEST}
"""The orders in which people read matches; an index has each."""
FEW = 100
"""Names by which rows are looked up one by one."""
MOST, MANY = 3_000, 10_000
"""Matches that are looked up: by their ids, and for each of several common words."""


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
    """Those of these matches that fit every filter given. Of a text every word has to be found, in any order.

    What is no date (``records.matches.dates``) is compared as it stands.
    """
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
        matches = matches.filter(date__gte=(days_of(date_from) or Days(date_from, None)).first)
    if date_to:
        after = (days_of(date_to) or Days("", date_to)).after
        matches = matches.filter(Q(date__lt=after) if after else Q(), date__gt="")
    if finding:
        matches = matches.filter(current_judgement__in=Finding.objects.filter(code=finding).values("judgement"))
    return matches.filter(_contains_words(words_of(q)))


def sorted_by(matches: QuerySet[Match], sort: str) -> QuerySet[Match]:
    """These matches in one of the orders of SORTS, in the first where the name is none of them."""
    return matches.order_by(*SORTS.get(sort, BY_DAY))


def for_pages(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches whose details are prefetched page by page: a join would fetch them for all matches that fit."""
    upload = Prefetch("upload", Upload.objects.defer("source"))
    judgement = Prefetch("current_judgement", Judgement.objects.defer("verdict"))
    return matches.select_related(None).select_related("user", "club").prefetch_related(upload, judgement)


def _contains_words(words: Sequence[str]) -> Q:
    """The condition that a match says every word: as its event, stage, table, file or number, or in a player's name.

    Where a word is rare its matches are looked up by what says it; where all are common one of the newest matches soon does.
    But two common words may rarely meet: then more matches are looked up.
    """
    places = [_places_of(word) for word in words]
    found = [_matches_at(some, FEW, MAX_NAMES) for some in places]
    if len(words) > 1 and not any(ids is not None for ids in found):
        found = [_matches_at(some, MAX_NAMES, MANY) for some in places]
    known = [ids for ids in found if ids is not None]
    every = set.intersection(*known) if known else None
    if every is None or len(every) > MOST:
        return reduce(and_, map(_is_at, places), Q())
    unknown = (some for some, ids in zip(places, found, strict=True) if ids is None)
    return reduce(and_, map(_is_at, unknown), Q(pk__in=sorted(every)))


class Place(NamedTuple):
    """Where a word may stand: a column, its names that have the word (None: too many), and the condition that a row has it.

    ``matches`` is the column by which a row gives the ids of its matches.
    """

    model: type[Model]
    matches: str
    names: list[str] | None
    has_word: Q


def _places_of(word: str) -> list[Place]:
    """Every place where a word may stand."""
    places = []
    for (model, field), match_ids in SEARCHED.items():
        names = names_matching(model, field, [word], whole=(model, field) == (Match, "search_table"))
        places.append(Place(model, match_ids, names, field_among(field, [word], names)))
    if NUMBER.fullmatch(word):
        places.append(Place(Match, "pk", [word], Q(sha256__gte=word, sha256__lt=f"{word}g")))
    return places


def _matches_at(places: Sequence[Place], most_names: int, most: int) -> set[Any] | None:
    """The ids of the matches that have a word at one of these places; None where they, or its names, are too many."""
    if any(place.names is None or len(place.names) > most_names for place in places):
        return None
    found: set[Any] = set()
    for place in places:
        rows = place.model._default_manager.order_by().filter(place.has_word)
        found.update(rows.values_list(place.matches, flat=True)[: most + 1])
    found.discard(None)  # of a file that brought nothing new
    return found if len(found) <= most else None


def _is_at(places: Sequence[Place]) -> Q:
    """The condition that a match has a word at one of these places, for PostgreSQL to evaluate match by match."""
    of = {place.model: place.has_word for place in places}
    file = Upload.objects.filter(of[Upload], pk=OuterRef("upload"))
    seat = MatchSeat.objects.filter(of[MatchSeat], match=OuterRef("pk"))
    return reduce(or_, (place.has_word for place in places if place.model is Match), _exists(file) | _exists(seat))


def _exists(rows: QuerySet[Any]) -> Q:
    """Whether a match has one of these rows, as a subquery that PostgreSQL evaluates match by match."""
    return Q(IsNull(Subquery(rows.order_by().values("pk")[:1]), False))
