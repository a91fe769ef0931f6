"""Which clubs and which of their people a user may see."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from records.access.models import Membership
from records.access.roles import invitations_of, limit_of, memberships_of, per_person, sees_all, signed_in
from records.clubs.models import Club
from records.db.fields import storable


def visible_to(user: Any) -> QuerySet[Club]:
    """One's own clubs; the staff sees all."""
    if not signed_in(user):
        return Club.objects.none()
    return Club.objects.all() if sees_all(user) else Club.objects.filter(pk__in=clubs_of(user))


def people_of(club: Club) -> QuerySet[Membership]:
    """Everybody in a club and everybody invited, longest there first."""
    return club.memberships.select_related("user", "invited_by")


def find(user: Any, slug: str) -> Club | None:
    """The club, where this person belongs to it."""
    return visible_to(user).filter(slug=slug).first()


def member_of(club: Club, username: str) -> Membership | None:
    """Someone in a club, or invited to it, by their account's name."""
    return people_of(club).filter(user__username=storable(username)).first()


def invitation_to(user: Any, slug: str) -> Membership | None:
    """Someone's unanswered invitation to a club."""
    return invitations_of(user).filter(club__slug=slug).first()


def clubs_of(user: Any) -> QuerySet[Any]:
    """The ids of the clubs that someone belongs to."""
    if user.is_staff:
        return Club.objects.filter(pk=limit_of(user)).values_list("pk", flat=True)
    return memberships_of(user).order_by().values_list("club", flat=True)


def ids_of(user: Any) -> list[int]:
    """The ids of the clubs that someone sees."""
    return [club for (club,) in _club_ids(user)]


_club_ids = per_person(lambda user: visible_to(user).order_by().values_list("pk"))
