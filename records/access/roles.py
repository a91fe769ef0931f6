"""Who may see and change what. Every read of a match, a club or its people goes through here; nothing else asks about roles.

A club's matches are the club's: who leaves it leaves them behind, those that they uploaded too. The staff of the service may
do what an owner may, in every club.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol

from django.db.models import BigIntegerField, Model, Q, QuerySet

from records.access.models import Membership, Role
from records.db.prepared_query import Placeholder, PreparedQuery


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
    IDENTIFY = "identify"
    """Say which of its players are one person, and what they are called."""
    ARRANGE = "arrange"
    """Make its events: their stages and how these count, who takes part."""
    RULE = "rule"
    """Rule on findings, as an arbiter of its events."""
    REJUDGE = "rejudge"
    """Have its whole archive judged again, or see what other rules would say of it."""
    GOVERN = "govern"
    """Rename it, and decide who its organizers and owners are."""


LEAST = {
    Right.READ: Role.MEMBER,
    Right.SCORE: Role.SCORER,
    Right.SHARE: Role.ORGANIZER,
    Right.INVITE: Role.ORGANIZER,
    Right.IDENTIFY: Role.ORGANIZER,
    Right.REJUDGE: Role.ORGANIZER,
    Right.ARRANGE: Role.ORGANIZER,
    Right.RULE: Role.ORGANIZER,
    Right.GOVERN: Role.OWNER,
}
"""The least role that has each right."""


def signed_in(user: Any) -> bool:
    """Whether this is a person and no passer-by."""
    return user is not None and bool(user.is_authenticated)


def limit_of(user: Any) -> int | None:
    """The one club that this request is about, where it was made with a token for that club alone."""
    limit: int | None = getattr(user, "limited_to", None)
    return limit


def sees_all(user: Any) -> bool:
    """Whether nothing is hidden: the staff, unless by a token for one club."""
    return signed_in(user) and bool(user.is_staff) and limit_of(user) is None


class Owned(Protocol):
    """What belongs to a club, or else to a person: a match, a batch, an event."""

    club_id: int | None
    user_id: int | None


class Somebody(NamedTuple):
    """Whoever will ask, as what is known beforehand; who it is and by a token of which club is given with the question."""

    is_authenticated: bool
    is_staff: bool
    limited_to: Placeholder | None

    @property
    def pk(self) -> Placeholder:
        return Placeholder("user", BigIntegerField())


def per_person(question: Callable[[Any], QuerySet[Any]], generic_plan: bool = True) -> Callable[..., list[Any]]:
    """A question about what someone may see, worked out once for each kind of person. Asked with the person."""

    @cache
    def of(authenticated: bool, staff: bool, limited: bool) -> PreparedQuery:
        somebody = Somebody(authenticated, staff, Placeholder("club", BigIntegerField()) if limited else None)
        return PreparedQuery(lambda: question(somebody), generic_plan)

    def ask(user: Any, **given: Any) -> list[Any]:
        if not signed_in(user):
            return of(False, False, False)(**given)
        limit = limit_of(user)
        return of(True, bool(user.is_staff), limit is not None)(user=user.pk, club=limit, **given)

    return ask


def own(user: Any) -> Q:
    """What is someone's own and in no club; nothing, by a token for one club."""
    return Q(user=user.pk, club__isnull=True) if limit_of(user) is None else Q(pk__isnull=True)


def memberships_of(user: Any) -> QuerySet[Membership]:
    """The clubs that someone belongs to, in which role."""
    mine = Membership.objects.select_related("club").order_by("club__name", "pk")
    if not signed_in(user):
        return mine.none()
    mine = mine.filter(user=user.pk, accepted_at__isnull=False)
    return mine if limit_of(user) is None else mine.filter(club=limit_of(user))


def invitations_of(user: Any) -> QuerySet[Membership]:
    """The clubs that someone is invited to and has not answered."""
    mine = Membership.objects.select_related("club", "invited_by").order_by("created_at", "pk")
    theirs = signed_in(user) and limit_of(user) is None
    return mine.filter(user=user, accepted_at__isnull=True) if theirs else mine.none()


def role_in(user: Any, club: Model | int) -> Role | None:
    """Someone's role in a club."""
    if not signed_in(user):
        return None
    if user.is_staff and limit_of(user) in (None, club.pk if isinstance(club, Model) else club):
        return Role.OWNER
    role = memberships_of(user).filter(club=club).values_list("role", flat=True).first()
    return Role(role) if role else None


def may(user: Any, right: Right, club: Model | int) -> bool:
    """Whether someone has this right in a club."""
    role = role_in(user, club)
    return role is not None and role.covers(LEAST[right])


def may_with(user: Any, right: Right, thing: Owned) -> bool:
    """Whether someone has this right over a match, a batch or an event: by their role in its club; over their own that is in
    no club, every one."""
    if thing.club_id is not None:
        return may(user, right, thing.club_id)
    return sees_all(user) or (signed_in(user) and limit_of(user) is None and thing.user_id == user.pk)
