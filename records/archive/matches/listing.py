"""Listings of matches: a page's ids are read first, then the details of those matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from records.archive.matches.models import Match, MatchSeat, SeatedPlayer

COLUMNS = (
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
    "current_judgement__shown_as",
    "current_judgement__rounds",
    "current_judgement__rounds_checked",
    "upload__filename",
    "club__slug",
)
"""The columns of what is shown of a match in a listing."""


def ids_only(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Load only the ids and the order of these matches; details are read for one page alone."""
    return matches.select_related(None).prefetch_related(None).defer(None).only("created_at", "day")


def with_details(matches: Iterable[Match]) -> list[Match]:
    """Read what a listing shows of these matches: header, judgement, file, club, seats. Rights were checked before."""
    ids = [match.pk for match in matches]
    found = Match.objects.select_related("current_judgement", "upload", "club").only(*COLUMNS).in_bulk(ids)
    return with_seats([found[id_] for id_ in ids if id_ in found])


def players_in(match: Match) -> dict[str, Any]:
    """The ids of the players of its club who sat in a match, by their seats."""
    return dict(match.seats.filter(alias__isnull=False).values_list("seat", "alias__player"))


def with_seats(matches: list[Match]) -> list[Match]:
    """Read the seats of these matches."""
    seated: dict[Any, list[SeatedPlayer]] = {match.pk: [] for match in matches}
    for match_id, *seat in MatchSeat.objects.order_by("pk").filter(match__in=seated).values_list("match", "seat", "name"):
        seated[match_id].append(SeatedPlayer(*seat))
    for match in matches:
        match.seated_players = seated[match.pk]
    return matches
