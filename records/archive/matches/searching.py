"""Searching matches by header, players, findings and verdicts. ``visibility`` decides who may see which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any, NamedTuple

from django.db.models import Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat
from django.db.models.lookups import IsNull

from records.archive.matches.dates import days_of
from records.archive.matches.judging.models import Finding
from records.archive.matches.models import BY_DAY, Match, MatchSeat, Upload
from records.archive.matches.visibility import NEWEST
from records.core.db.name_search import Named, named, words_of

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
MOST = 3_000
"""Matches that are looked up by their ids. A page of more is soon come upon from the newest match on."""
DATED = 20_000
"""Matches of some days that are found by their dates, to be sorted; more are walked through in the order asked for."""
FEW = 1_000
"""Of matches that say a word where it is rare, so many are listed beside the places where it is frequent."""


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

    What is no date (``records.archive.matches.dates``) is compared as it stands.
    """
    exact = {"game": game, "current_judgement__shown_as": status, "state": state}
    matches = matches.filter(**{name: value for name, value in exact.items() if value})
    if date_from or date_to:
        matches = matches.filter(_dated(date_from, date_to))
    if finding:
        matches = matches.filter(current_judgement__in=Finding.objects.filter(code=finding).values("judgement"))
    said = _at(Match, "search_event", [words_of(event)]) if words_of(event) else []
    said += _at(MatchSeat, "search_name", [words_of(player)]) if words_of(player) else []
    return matches.filter(_says(said + _anywhere(words_of(q))))


def _dated(date_from: str, date_to: str) -> Q:
    """The condition that the date of a match is one of these days."""
    begins, ends = days_of(date_from), days_of(date_to)
    dated = Q(date__gte=begins.first if begins else date_from) if date_from else Q(date__gt="")
    after = ends.after if ends else date_to
    if after:
        dated &= Q(date__lt=after)
    if Match.objects.order_by("date").filter(dated).values("date")[: DATED + 1].count() > DATED:
        return dated
    # True of every match. PostgreSQL takes it for rare, and so begins at these days and not at the newest match.
    return dated & Q(date=Concat("date", Value("")))


def sorted_by(matches: QuerySet[Match], sort: str) -> QuerySet[Match]:
    """These matches in one of the orders of SORTS, in the first where the name is none of them."""
    return matches.order_by(*SORTS.get(sort, BY_DAY))


class Place(NamedTuple):
    """A column where words may stand, and by what the matches of its rows are found."""

    model: type[Model]
    column: str
    matches: str
    names: Named


def _at(model: type[Model], field: str, texts: Sequence[Sequence[str]], *, whole: bool = False) -> list[list[Place]]:
    """For each of these lists of words the one place where they may stand."""
    return [[Place(model, field, SEARCHED[model, field], words)] for words in named(model, field, texts, whole=whole)]


def _anywhere(words: Sequence[str]) -> list[list[Place]]:
    """For each of these words every place where it may stand."""
    if not words:
        return []
    texts = [[word] for word in words]
    found = [_at(*where, texts, whole=where == (Match, "search_table")) for where in SEARCHED]
    return [[*(place for [place] in places), *_numbered(word)] for word, *places in zip(words, *found, strict=True)]


def _numbered(word: str) -> list[Place]:
    number = Q(sha256__gte=word, sha256__lt=f"{word}g")
    return [Place(Match, "sha256", "pk", Named(number, number))] if NUMBER.fullmatch(word) else []


def _says(said: Sequence[list[Place]]) -> Q:
    """The condition that a match says all of this, each at one of its places.

    What is rare is looked up by the rows that say it; where all is common one of the newest matches soon does.
    """
    found = [_found(places) for places in said]
    known = [one.ids for one in found if not one.unknown]
    every = set.intersection(*known) if known else None
    if every is None or len(every) > MOST:
        return reduce(and_, map(_is_found, found), _together(found))
    return reduce(and_, (_is_found(one) for one in found if one.unknown), Q(pk__in=every))


def _together(found: Sequence[Found]) -> Q:
    """What follows where several words are looked for in one column of the match: a value there has all of them, or one of the
    words is said elsewhere. Then PostgreSQL need not go back through all matches for words that rarely meet."""
    for column in ("search_event", "search_stage", "search_table"):
        there = [(one.ids, values) for one in found if (values := _only_in(one, column)) is not None]
        if len(there) > 1:
            elsewhere, values = zip(*there, strict=True)
            among = Q(pk__in=set.union(*elsewhere))
            return among | Q(**{f"{column}__in": sorted(frozenset.intersection(*values))})
    return Q()


def _only_in(found: Found, column: str) -> frozenset[str] | None:
    """The values of a column of the match that say something, where nothing else is left to be asked of each match."""
    if len(found.unknown) != 1 or (found.unknown[0].model, found.unknown[0].column) != (Match, column):
        return None
    return found.unknown[0].names.values


class Found(NamedTuple):
    """The ids of the matches that say something, and the places where so many say it, or by so many names, that nobody looked."""

    ids: set[Any]
    unknown: list[Place]


def _found(places: Sequence[Place]) -> Found:
    """What is found by an index at these places."""
    found = Found(set(), [])
    for place in places:
        ids = _matches_at(place)
        if ids is None or len(found.ids) + len(ids) > MOST:
            found.unknown.append(place)
        else:
            found.ids.update(ids)
    return Found(set(), [*places]) if found.unknown and len(found.ids) > FEW else found


def _matches_at(place: Place) -> set[Any] | None:
    """The ids of the matches of the rows at this place; None where they are too many."""
    if place.names.indexed is None:
        return None
    # Listed names in the order of their index: PostgreSQL would read the table where it takes them for frequent everywhere.
    rows: QuerySet[Any] = QuerySet(place.model).order_by(*[place.column] * bool(place.names.values)).filter(place.names.indexed)
    found = list(rows.values_list(place.matches, flat=True)[: MOST + 1])
    # Rows are counted: two of them may be seats of one match. A file that brought nothing new gives None.
    return set(found) - {None} if len(found) <= MOST else None


def _is_found(found: Found) -> Q:
    """The condition that a match is among those found, or says it at one of the other places: asked match by match."""
    among = Q(pk__in=found.ids) if found.ids or not found.unknown else Q()
    for place in found.unknown:
        if place.model is Match:
            among |= place.names.each
        elif place.model is Upload:
            among |= _exists(Upload.objects.filter(place.names.each, pk=OuterRef("upload")))
        else:
            among |= _exists(MatchSeat.objects.filter(place.names.each, match=OuterRef("pk")))
    return among


def _exists(rows: QuerySet[Any]) -> Q:
    """Whether a match has one of these rows, as a subquery that PostgreSQL evaluates match by match."""
    return Q(IsNull(Subquery(rows.order_by().values("pk")[:1]), False))
