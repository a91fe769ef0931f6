"""Who may see and change what. Every read of a match, a club or its people goes through here; nothing else asks about roles.

A club's matches are the club's: who leaves it leaves them behind, those that they uploaded too. The staff of the service may
do what an owner may, in every club.
"""

from __future__ import annotations

import enum
from typing import Any

from django.db.models import Q, QuerySet

from records.models import Batch, Club, Match, Membership, Role, ShareLink


class Right(enum.Enum):
    """What can be done with a club and its matches."""

    READ = "read"
    """See its matches and its people."""
    SCORE = "score"
    """Upload into it, and have its matches judged again."""
    SHARE = "share"
    """Open its matches to people outside: share links, public uploads."""
    INVITE = "invite"
    """Invite and remove scorers and members, and make one of the other."""
    GOVERN = "govern"
    """Rename it, and decide who its organizers and owners are."""


LEAST = {
    Right.READ: Role.MEMBER, Right.SCORE: Role.SCORER, Right.SHARE: Role.ORGANIZER, Right.INVITE: Role.ORGANIZER,
    Right.GOVERN: Role.OWNER,
}  # fmt: skip
"""The least role that has each right."""


def signed_in(user: Any) -> bool:
    """Whether this is a person and no passer-by."""
    return user is not None and bool(user.is_authenticated)


def memberships_of(user: Any) -> QuerySet[Membership]:
    """The clubs that someone belongs to, in which role."""
    mine = Membership.objects.select_related("club").order_by("club__name", "pk")
    return mine.filter(user=user, accepted_at__isnull=False) if signed_in(user) else mine.none()


def invitations_of(user: Any) -> QuerySet[Membership]:
    """The clubs that someone is invited to and has not answered."""
    mine = Membership.objects.select_related("club", "invited_by").order_by("created_at", "pk")
    return mine.filter(user=user, accepted_at__isnull=True) if signed_in(user) else mine.none()


def role_in(user: Any, club: Club | int) -> Role | None:
    """Someone's role in a club."""
    if not signed_in(user):
        return None
    if user.is_staff:
        return Role.OWNER
    role = memberships_of(user).filter(club=club).values_list("role", flat=True).first()
    return Role(role) if role else None


def may(user: Any, right: Right, club: Club | int) -> bool:
    """Whether someone has this right in a club."""
    role = role_in(user, club)
    return role is not None and role.covers(LEAST[right])


def may_with(user: Any, right: Right, thing: Match | Batch) -> bool:
    """Whether someone has this right over a match or a batch: by their role in its club; over their own that is in no club,
    every one."""
    if thing.club_id is not None:
        return may(user, right, thing.club_id)
    return signed_in(user) and bool(user.is_staff or thing.user_id == user.pk)


def clubs_visible_to(user: Any) -> QuerySet[Club]:
    """One's own clubs; the staff sees all."""
    if signed_in(user) and user.is_staff:
        return Club.objects.all()
    return Club.objects.filter(pk__in=memberships_of(user).order_by().values("club"))


def people_of(club: Club) -> QuerySet[Membership]:
    """Everybody in a club and everybody invited, longest there first."""
    return club.memberships.select_related("user", "invited_by")


def _matches() -> QuerySet[Match]:
    """Newest first, seats and judgement at hand, without the long columns."""
    matches = Match.objects.select_related("current_judgement", "upload", "user", "club").prefetch_related("seats")
    return matches.defer("source", "upload__source", "current_judgement__verdict").order_by("-created_at", "-id")


def matches_visible_to(user: Any) -> QuerySet[Match]:
    """Public matches, one's own, those of one's clubs; the staff sees all."""
    matches = _matches()
    if not signed_in(user):
        return matches.filter(public=True)
    if user.is_staff:
        return matches
    own = Q(user=user, club__isnull=True)
    return matches.filter(Q(public=True) | own | Q(club__in=memberships_of(user).order_by().values("club")))


def batches_visible_to(user: Any) -> QuerySet[Batch]:
    """One's own batches and those of one's clubs, the newest first; the staff sees all."""
    batches = Batch.objects.select_related("user", "club").order_by("-created_at", "-id")
    if not signed_in(user):
        return batches.none()
    if user.is_staff:
        return batches
    own = Q(user=user, club__isnull=True)
    return batches.filter(own | Q(club__in=memberships_of(user).order_by().values("club")))


def match_by_link(digest: str) -> Match | None:
    """The match that a share link opens, None where there is no such link or it was revoked."""
    link = ShareLink.objects.filter(digest=digest, revoked_at__isnull=True).first()
    return _matches().filter(pk=link.match_id).first() if link else None


def links_to(match: Match) -> QuerySet[ShareLink]:
    """The share links that open a match, the newest first; for those who may share it."""
    return match.links.filter(revoked_at__isnull=True).select_related("created_by")
