"""Everything that is read of what is stored, and who may read it."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

import referee
from records.judging import record_of
from records.models import ApiToken, Match

__all__ = ["filter_matches", "frames", "match_for", "matches_visible_to", "may_change", "record_of", "token_of", "verdict_of"]


def matches_visible_to(user: Any) -> QuerySet[Match]:
    """Public matches, one's own, those of one's clubs; the staff sees all. Newest first, seats and judgement at hand."""
    matches = Match.objects.select_related("current_judgement", "upload", "user", "club").prefetch_related("seats")
    matches = matches.defer("source", "upload__source", "current_judgement__verdict").order_by("-created_at", "-id")
    if user is None or not user.is_authenticated:
        return matches.filter(public=True)
    if user.is_staff:
        return matches
    return matches.filter(Q(public=True) | Q(user=user) | Q(club__in=user.clubs.all()))


def may_change(user: Any, match: Match) -> bool:
    """Whether this person may have the match judged again: its uploader, its club's members, the staff."""
    if user is None or not user.is_authenticated:
        return False
    own = user.is_staff or match.user_id == user.pk
    return own or (match.club_id is not None and user.clubs.filter(pk=match.club_id).exists())


def filter_matches(
    matches: QuerySet[Match], *, game: str = "", status: str = "", state: str = "", event: str = "", player: str = "",
    date_from: str = "", date_to: str = "", finding: str = "", q: str = "",
) -> QuerySet[Match]:  # fmt: skip
    """Those of the matches that fit every filter given. Dates are compared as PPN writes them (``YYYY.MM.DD``)."""
    exact = {"game": game, "current_judgement__status": status, "state": state}
    matches = matches.filter(**{name: value for name, value in exact.items() if value})
    if event:
        matches = matches.filter(event__icontains=event)
    if player:
        matches = matches.filter(pk__in=Match.objects.filter(seats__name__icontains=player).values("pk"))
    if date_from:
        matches = matches.filter(date__gte=date_from.replace("-", "."))
    if date_to:
        matches = matches.filter(date__lte=date_to.replace("-", "."), date__gt="")
    if finding:
        found = Match.objects.filter(current_judgement__findings__code=finding)
        matches = matches.filter(pk__in=found.values("pk"))
    if q:
        named = Match.objects.filter(seats__name__icontains=q).values("pk")
        told = Q(event__icontains=q) | Q(stage__icontains=q) | Q(table__iexact=q) | Q(upload__filename__icontains=q)
        matches = matches.filter(told | Q(pk__in=named))
    return matches


def match_for(user: Any, match_id: uuid.UUID | str) -> Match | None:
    """The match, where there is one that this person may see."""
    try:
        return matches_visible_to(user).filter(pk=match_id).first()
    except (ValueError, TypeError, ValidationError):
        return None


def verdict_of(match: Match) -> dict[str, Any] | None:
    """The current verdict, None where there is none yet."""
    return match.current_judgement.verdict if match.current_judgement else None


def frames(match: Match, round_number: int, view: str | None = None) -> list[dict[str, Any]]:
    """The tables of a round, replayed now: they are never stored. Raises LookupError where there are none."""
    record = record_of(match)
    if isinstance(record, referee.NotationError):
        raise LookupError("the record cannot be read")
    return referee.replay(record, round_number, view)


def token_of(digest: str) -> ApiToken | None:
    """The token with this digest and its user."""
    return ApiToken.objects.select_related("user").filter(digest=digest).first()
