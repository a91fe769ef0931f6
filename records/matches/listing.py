"""Matches as listings show them: a page of ids first, then what is shown of those."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from django.db.models import BigIntegerField, QuerySet, UUIDField

from records.access.roles import per_person, sees_all, signed_in
from records.clubs.visibility import ids_of
from records.db.prepared_query import Placeholder, PreparedQuery
from records.matches.models import Match, MatchSeat, Sitting
from records.matches.visibility import NEWEST, all_matches, seen_by


class Newest:
    """The newest matches that a person may see, to be sliced: ``ids_only`` of ``visible_to``, by prepared queries, for the page
    that is requested most often by far."""

    def __init__(self, user: Any) -> None:
        self.user = user

    def order_by(self, *columns: str) -> Newest:
        """In the order that they have."""
        if columns != NEWEST:
            raise ValueError(f"the newest come first: {columns}")
        return self

    def __getitem__(self, piece: slice) -> list[Match]:
        clubs = ids_of(self.user) if signed_in(self.user) and not sees_all(self.user) else []
        return _newest(piece.stop)(self.user, clubs=clubs)[piece]


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
    "upload__filename",
    "club__slug",
)
"""The columns of what is shown of a match in a listing."""


def _listed() -> QuerySet[Match]:
    return Match.objects.select_related("current_judgement", "upload", "club").only(*SHOWN)


@cache
def _newest(many: int) -> Callable[..., list[Match]]:
    """The query for the newest so many. Its plan depends on how much a person may see, so no generic plan is cached."""
    clubs = Placeholder("clubs", BigIntegerField(), many=True)
    return per_person(lambda user: ids_only(all_matches().filter(seen_by(user, lambda _: clubs)))[:many], generic_plan=False)


def ids_only(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with nothing but their ids and order: the details are read once it is known which are on the page."""
    return matches.select_related(None).prefetch_related(None).defer(None).only("created_at")


def with_details(matches: Iterable[Match]) -> list[Match]:
    """These matches with all that is shown of one in a listing: header, judgement, file, club, seats. Whose they may be shown to
    was asked before."""
    ids = [match.pk for match in matches]
    found = {match.pk: match for match in _rows(ids=ids)} if ids else {}
    return with_seats([found[id_] for id_ in ids if id_ in found])


def with_seats(matches: list[Match]) -> list[Match]:
    """These matches with their seats at hand."""
    sitting: dict[Any, list[Sitting]] = {match.pk: [] for match in matches}
    for match_id, *seat in _seats(ids=list(sitting)) if matches else ():
        sitting[match_id].append(Sitting(*seat))
    for match in matches:
        match.sitting = sitting[match.pk]
    return matches


_rows = PreparedQuery(lambda: _listed().order_by().filter(pk__in=_IDS))


_seats = PreparedQuery(lambda: MatchSeat.objects.order_by("pk").filter(match__in=_IDS).values_list("match", "seat", "name"))


_IDS = Placeholder("ids", UUIDField(), many=True)
