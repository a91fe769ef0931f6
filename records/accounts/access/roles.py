"""Rights and roles: who may see and change what in a club. What else lets somebody see a match or an event (that it is public,
held, served by an arbiter, opened by a link) stands in the ``visibility`` of each.

A club's matches belong to the club and stay there when their uploader leaves it. The staff of the service may do in every club
what an owner may.
"""

from __future__ import annotations

import enum
from typing import Protocol

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from records.accounts.access.models import Membership, Role
from records.core.errors import Refusal
from records.core.people import Actor


class Right(enum.Enum):
    """What can be done with a club and its matches."""

    READ = "read"
    """See its matches and its people."""
    SCORE = "score"
    """Upload into it, and have its matches judged again."""
    SHARE = "share"
    """Open its matches to people outside: share links, public uploads."""
    DELETE = "delete"
    """Delete its matches, whoever uploaded them, and bring them back."""
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
    EXPORT = "export"
    """Take all of its records away, and see its figures."""
    GOVERN = "govern"
    """Rename it, and decide who its organizers and owners are."""


LEAST = {
    Right.READ: Role.MEMBER,
    Right.SCORE: Role.SCORER,
    Right.SHARE: Role.ORGANIZER,
    Right.DELETE: Role.ORGANIZER,
    Right.INVITE: Role.ORGANIZER,
    Right.IDENTIFY: Role.ORGANIZER,
    Right.REJUDGE: Role.ORGANIZER,
    Right.ARRANGE: Role.ORGANIZER,
    Right.RULE: Role.ORGANIZER,
    Right.EXPORT: Role.OWNER,
    Right.GOVERN: Role.OWNER,
}
"""The least role that has each right."""
LIMIT = "limited_to"
"""The attribute of a request's user that holds the club to which the token is limited."""


def signed_in(user: Actor | None) -> bool:
    """Whether this is a signed-in person and not an anonymous visitor."""
    return user is not None and bool(user.is_authenticated)


def token_club_id(user: Actor) -> int | None:
    """The id of the club to which the token of the request is limited; None without such a token."""
    limit: int | None = getattr(user, LIMIT, None)
    return limit


def limit_to_club(user: Actor, club_id: int | None) -> None:
    """Mark a user of this request as one who uses a token of this club alone; None: of all clubs."""
    setattr(user, LIMIT, club_id)


def sees_all(user: Actor) -> bool:
    """Whether somebody may see everything: the staff may, except by a token that is limited to one club."""
    return signed_in(user) and bool(user.is_staff) and token_club_id(user) is None


class Owned(Protocol):
    """A row that belongs to a club, or else to a person: a match, a batch, an event."""

    @property
    def club_id(self) -> int | None: ...

    @property
    def user_id(self) -> int | None: ...


def owned_by(user: Actor) -> Q:
    """The condition for rows that a person owns outside of any club; never true by a token that is limited to one club."""
    return Q(user=user.pk, club__isnull=True) if token_club_id(user) is None else Q(pk__isnull=True)


def memberships_of(user: Actor) -> QuerySet[Membership]:
    """A person's memberships of clubs, with the clubs, by the clubs' names."""
    mine = Membership.objects.select_related("club").order_by("club__name", "pk")
    if not signed_in(user):
        return mine.none()
    mine = mine.filter(user=user.pk, accepted_at__isnull=False)
    return mine if token_club_id(user) is None else mine.filter(club=token_club_id(user))


def invitations_of(user: Actor) -> QuerySet[Membership]:
    """A person's unanswered invitations to clubs, the oldest first."""
    mine = Membership.objects.select_related("club", "invited_by").order_by("created_at", "pk")
    theirs = signed_in(user) and token_club_id(user) is None
    return mine.filter(user=user.pk, accepted_at__isnull=True) if theirs else mine.none()


def role_in(user: Actor, club: Model | int) -> Role | None:
    """A person's role in a club; None outside of it. The staff are owners of every club."""
    if not signed_in(user):
        return None
    club_id: int = club.pk if isinstance(club, Model) else club
    if user.is_staff and token_club_id(user) in (None, club_id):
        return Role.OWNER
    role = memberships_of(user).filter(club=club_id).values_list("role", flat=True).first()
    return Role(role) if role else None


def rights_in(user: Actor, club: Model | int) -> set[Right]:
    """All rights that someone has in a club."""
    role = role_in(user, club)
    return {right for right in Right if role and role.covers(LEAST[right])}


def may(user: Actor, right: Right, club: Model | int) -> bool:
    """Whether someone has this right in a club."""
    role = role_in(user, club)
    return role is not None and role.covers(LEAST[right])


def may_with(user: Actor, right: Right, thing: Owned) -> bool:
    """Whether somebody has a right over a match, a batch or an event: by the role in its club, else as its owner."""
    if thing.club_id is not None:
        return may(user, right, thing.club_id)
    return sees_all(user) or (signed_in(user) and token_club_id(user) is None and thing.user_id == user.pk)


def require(allowed: bool) -> None:
    """Raises Refusal (403) where the role that somebody has in a club does not allow what they ask for."""
    if not allowed:
        raise Refusal("permission-denied", _("Your role in this club does not allow this."), 403)
