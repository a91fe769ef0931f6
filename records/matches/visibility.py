"""Visibility: which matches and judgements a person may see."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet, UUIDField

from records.access.roles import Right, may_with, owned_by, prepared_for_user, sees_all, signed_in
from records.clubs.models import Club
from records.clubs.visibility import member_club_ids, visible_club_ids
from records.db.prepared_query import Placeholder
from records.matches.models import STORED, Judgement, Match
from records.people import Actor

NEWEST = ("-created_at", "-id")


def matches_without_texts() -> QuerySet[Match]:
    """All matches, the newest first, with seats and judgement fetched and without the long columns; nobody's rights are asked."""
    matches = Match.objects.select_related("current_judgement", "upload", "user", "club").prefetch_related("seats")
    return matches.defer("source", "upload__source", "current_judgement__verdict").order_by(*NEWEST)


def visible_to(user: Actor) -> QuerySet[Match]:
    """The matches that a person may see: public ones, their own, those of their clubs; for the staff all."""
    # The clubs are read first: with their ids in the query PostgreSQL uses an index for each, with a subquery it reads the table.
    return matches_without_texts().filter(visibility_condition(user, visible_club_ids))


def visibility_condition(user: Actor, clubs: Callable[[Any], Any]) -> Q:
    """The condition under which a person may see a match; ``clubs`` gives the ids of the person's clubs."""
    if not signed_in(user):
        return Q(public=True)
    return STORED if sees_all(user) else Q(public=True) | owned_by(user) | Q(club__in=clubs(user))


def match_visible_to(user: Actor, match_id: uuid.UUID | str) -> Match | None:
    """A match by its id, None where there is none that this person may see. Raises ValidationError for a malformed id."""
    return next(iter(_match(user, match=match_id)), None)


_match = prepared_for_user(
    lambda user: (
        matches_without_texts()
        .prefetch_related(None)
        .order_by()
        .filter(visibility_condition(user, member_club_ids), pk=Placeholder("match", UUIDField()))
    )
)


def judgements_of(user: Actor, match: Match) -> QuerySet[Judgement]:
    """The judgements of a match that a person may see, the newest first: all for its owner or club, else the current one."""
    every = match.judgements.order_by("-created_at", "-id")
    if may_with(user, Right.READ, match):
        return every
    return every.none() if match.current_judgement_id is None else every.filter(pk=match.current_judgement_id)


def find(user: Actor, match_id: uuid.UUID | str) -> Match | None:
    """A match by its id, None where there is none that this person may see; its seats are fetched when they are used."""
    try:
        return match_visible_to(user, match_id)
    except (ValueError, TypeError, ValidationError):
        return None


def visible_among(user: Actor, match_ids: Iterable[Any]) -> set[Any]:
    """The ids of those of these matches that a person may see."""
    return set(visible_to(user).filter(pk__in=list(match_ids)).order_by().values_list("pk", flat=True))


def of_club(user: Actor, club: Club) -> QuerySet[Match]:
    """The matches of a club that a person may see; members see all."""
    return visible_to(user).filter(club=club)


def judgement_for(user: Actor, match: Match, number: str) -> Judgement | None:
    """A judgement of a match by its number, None where there is none that this person may see."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    return judgements_of(user, match).filter(pk=int(number)).first()
