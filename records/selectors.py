"""Everything that is read of what is stored. Who may read it is asked of ``records.access``."""

from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

import referee
from records.access import (
    Right,
    batches_visible_to,
    clubs_visible_to,
    invitations_of,
    links_to,
    match_by_link,
    matches_visible_to,
    may,
    may_with,
    memberships_of,
    people_of,
    role_in,
)
from records.digests import digest_of
from records.fields import storable
from records.judging import record_of
from records.models import ApiToken, Batch, Club, Match, Membership, ShareLink
from records.progress import Progress, entries_of, files_of, noteworthy, progress_of, report

__all__ = [
    "Progress", "Right", "batch_for", "batches_visible_to", "club_for", "clubs_visible_to", "entries_of", "files_of",
    "filter_matches", "frames", "invitation_to", "invitations_of", "link_for", "links_to", "match_for", "match_shared",
    "matches_of", "matches_visible_to", "may", "may_with", "member_of", "memberships_of", "noteworthy", "people_of",
    "progress_of", "record_of", "report", "role_in", "token_of", "verdict_of",
]  # fmt: skip


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


def batch_for(user: Any, batch_id: uuid.UUID) -> Batch | None:
    """The batch, where there is one that this person may see."""
    return batches_visible_to(user).filter(pk=batch_id).first()


def match_shared(secret: str) -> Match | None:
    """The match that a share link opens, to anyone who has it."""
    return match_by_link(digest_of(secret))


def link_for(match: Match, link_id: uuid.UUID) -> ShareLink | None:
    """One of the links that open a match."""
    return links_to(match).filter(pk=link_id).first()


def club_for(user: Any, slug: str) -> Club | None:
    """The club, where this person belongs to it."""
    return clubs_visible_to(user).filter(slug=slug).first()


def matches_of(user: Any, club: Club) -> QuerySet[Match]:
    """Those of a club's matches that this person may see: for its members, all."""
    return matches_visible_to(user).filter(club=club)


def member_of(club: Club, username: str) -> Membership | None:
    """Someone in a club, or invited to it, by their account's name."""
    return people_of(club).filter(user__username=storable(username)).first()


def invitation_to(user: Any, slug: str) -> Membership | None:
    """Someone's unanswered invitation to a club."""
    return invitations_of(user).filter(club__slug=slug).first()


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
