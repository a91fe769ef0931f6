"""Listings of matches: a page's ids are read first, then the details of those matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from django.db.models import BigIntegerField, QuerySet, UUIDField

from records.access.roles import prepared_for_user
from records.db.prepared_query import Placeholder, PreparedQuery
from records.matches.models import Match, MatchSeat, SeatedPlayer
from records.matches.visibility import NEWEST, matches_without_texts, reach_of, visibility_condition
from records.people import Actor


class Newest:
    """The newest matches that a person may see, as a sequence to slice. Uses prepared queries: it is the page requested most
    often."""

    def __init__(self, user: Actor) -> None:
        self.user = user

    def order_by(self, *columns: str) -> Newest:
        """Accepts the order that the matches have; paginators ask for it."""
        if columns != NEWEST:
            raise ValueError(f"the newest come first: {columns}")
        return self

    def __getitem__(self, piece: slice) -> list[Match]:
        reach = reach_of(self.user)
        return _newest(piece.stop, bool(reach.served))(self.user, **reach._asdict())[piece]


SHOWN = (
    "state",
    "state_since",
    "error",
    "game",
    "rules",
    "event",
    "stage",
    "table",
    "date",
    "public",
    "sha256",
    "first_line",
    "created_at",
    "current_judgement__status",
    "current_judgement__findings_count",
    "current_judgement__on_trust",
    "upload__filename",
    "club__slug",
)
"""The columns of what is shown of a match in a listing."""


def _listed_columns() -> QuerySet[Match]:
    return Match.objects.select_related("current_judgement", "upload", "club").only(*SHOWN)


@cache
def _newest(many: int, serves: bool) -> Callable[..., list[Match]]:
    """The prepared query for so many newest matches, for arbiters another one: nobody else's asks for what they serve.

    Its best plan depends on who asks, so no generic plan is cached.
    """
    clubs = Placeholder("clubs", BigIntegerField(), many=True)
    served = Placeholder("served", UUIDField(), many=True) if serves else ()
    writes = Placeholder("writes", BigIntegerField(), many=True)
    return prepared_for_user(
        lambda user: ids_only(matches_without_texts().filter(visibility_condition(user, clubs, served, writes)))[:many],
        generic_plan=False,
    )


def ids_only(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load only the ids and the order of these matches; details are read for one page alone."""
    return matches.select_related(None).prefetch_related(None).defer(None).only("created_at", "day")


def with_details(matches: Iterable[Match]) -> list[Match]:
    """Read what a listing shows of these matches: header, judgement, file, club, seats. Rights were checked before."""
    ids = [match.pk for match in matches]
    found = {match.pk: match for match in _rows(ids=ids)} if ids else {}
    return with_seats([found[id_] for id_ in ids if id_ in found])


def with_seats(matches: list[Match]) -> list[Match]:
    """Read the seats of these matches."""
    seated: dict[Any, list[SeatedPlayer]] = {match.pk: [] for match in matches}
    for match_id, *seat in _seats(ids=list(seated)) if matches else ():
        seated[match_id].append(SeatedPlayer(*seat))
    for match in matches:
        match.seated_players = seated[match.pk]
    return matches


_IDS = Placeholder("ids", UUIDField(), many=True)
_rows = PreparedQuery(lambda: _listed_columns().order_by().filter(pk__in=_IDS))
_seats = PreparedQuery(lambda: MatchSeat.objects.order_by("pk").filter(match__in=_IDS).values_list("match", "seat", "name"))
