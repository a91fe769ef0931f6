"""Visibility: which matches and judgements a person may see."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet, UUIDField

from records.access.roles import Right, may_with, own, per_person, sees_all, signed_in
from records.access.share_links import working_links
from records.clubs.models import Club
from records.clubs.visibility import clubs_of, ids_of
from records.db.prepared_query import Placeholder
from records.matches.models import Judgement, Match

NEWEST = ("-created_at", "-id")


def all_matches() -> QuerySet[Match]:
    """Newest first, seats and judgement at hand, without the long columns."""
    matches = Match.objects.select_related("current_judgement", "upload", "user", "club").prefetch_related("seats")
    return matches.defer("source", "upload__source", "current_judgement__verdict").order_by(*NEWEST)


def visible_to(user: Any) -> QuerySet[Match]:
    """Public matches, one's own, those of one's clubs; the staff sees all."""
    # Asked for first: with the clubs known, the database can go by the index of each; with a question inside it reads everything.
    return all_matches().filter(seen_by(user, ids_of))


def seen_by(user: Any, clubs: Callable[[Any], Any]) -> Q:
    """What makes a match visible to someone; ``clubs`` answers theirs."""
    if not signed_in(user):
        return Q(public=True)
    return Q() if sees_all(user) else Q(public=True) | own(user) | Q(club__in=clubs(user))


def match_visible_to(user: Any, match_id: uuid.UUID | str) -> Match | None:
    """The match, where there is one that this person may see. Raises ValidationError for what is no id."""
    return next(iter(_match(user, match=match_id)), None)


_match = per_person(
    lambda user: (
        all_matches().prefetch_related(None).order_by().filter(seen_by(user, clubs_of), pk=Placeholder("match", UUIDField()))
    )
)


def match_by_link(digest: str) -> Match | None:
    """The match that a share link opens, None where there is no such link or it opens no longer."""
    link = working_links().filter(digest=digest, match__isnull=False).first()
    return all_matches().filter(pk=link.match_id).first() if link else None


def judgements_of(user: Any, match: Match) -> QuerySet[Judgement]:
    """Every judgement that was passed on a match, the newest first; for those whose match it is. To others, the current one."""
    every = match.judgements.order_by("-created_at", "-id")
    return every if may_with(user, Right.READ, match) else every.filter(pk=match.current_judgement_id)


def find(user: Any, match_id: uuid.UUID | str) -> Match | None:
    """The match, where there is one that this person may see; its seats are fetched where they are asked for."""
    try:
        return match_visible_to(user, match_id)
    except (ValueError, TypeError, ValidationError):
        return None


def visible_among(user: Any, match_ids: Iterable[Any]) -> set[Any]:
    """Those of these matches that this person may see."""
    return set(visible_to(user).filter(pk__in=list(match_ids)).order_by().values_list("pk", flat=True))


def of_club(user: Any, club: Club) -> QuerySet[Match]:
    """Those of a club's matches that this person may see: for its members, all."""
    return visible_to(user).filter(club=club)


def judgement_for(user: Any, match: Match, number: str) -> Judgement | None:
    """One of the judgements of a match, where this person may see it."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    return judgements_of(user, match).filter(pk=int(number)).first()
