"""Which clubs and which of their people a user may see."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from records.accounts.access.models import Membership
from records.accounts.access.roles import invitations_of, memberships_of, sees_all, signed_in, token_club_id
from records.accounts.clubs.models import Club
from records.core.db.fields import storable
from records.core.people import Actor


def visible_to(user: Actor) -> QuerySet[Club]:
    """The clubs that a person may see: their own; for the staff all."""
    if not signed_in(user):
        return Club.objects.none()
    return Club.objects.all() if sees_all(user) else Club.objects.filter(pk__in=member_club_ids(user))


def people_of(club: Club) -> QuerySet[Membership]:
    """The members of a club and those invited, the earliest first."""
    return club.memberships.select_related("user", "invited_by")


def find(user: Actor, slug: str) -> Club | None:
    """A club by its short name, None where this person does not belong to it."""
    return visible_to(user).filter(slug=slug).first()


def member_of(club: Club, username: str) -> Membership | None:
    """A member of a club, or somebody invited to it, by the name of the account."""
    name = storable(username)
    return people_of(club).filter(Q(user__username=name) | Q(user=None, invited_name=name)).first()


def invitation_to(user: Actor, slug: str) -> Membership | None:
    """A person's unanswered invitation to a club."""
    return invitations_of(user).filter(club__slug=slug).first()


def member_club_ids(user: Actor) -> QuerySet[Any]:
    """The ids of the clubs that a person belongs to, as a query to be used inside another."""
    if user.is_staff:
        club_id = token_club_id(user)
        limited = Club.objects.none() if club_id is None else Club.objects.filter(pk=club_id)
        return limited.values_list("pk", flat=True)
    return memberships_of(user).order_by().values_list("club", flat=True)


def visible_club_ids(user: Actor) -> list[int]:
    """The ids of the clubs that a person may see, read at once."""
    return list(visible_to(user).order_by().values_list("pk", flat=True))
