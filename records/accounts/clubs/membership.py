"""Creating and renaming clubs, inviting people, changing their roles: all rules about the people of a club.

A club's row is locked before its people change, and rights are asked for under that lock: two owners who take the
ownership from each other at the same moment do not leave the club without one.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.models import Membership, Role
from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import SLUG, Club, is_short_name, short_names_for
from records.accounts.clubs.removals import Removal, last_removals
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.core.people import Actor, person

NAME = 150
"""Characters of the name of an account."""


def create(founder: Any, name: str, slug: str = "") -> Club:
    """Create a club whose founder is its owner; its short name is made from the name where none is given.

    Raises Refusal: 409, 422, and 429 to who has tried many that were taken, so that nobody lists the clubs they may not see.
    """
    name = _name(name)
    if slug and not is_short_name(slug):
        raise Refusal(
            "invalid-slug",
            _("A short name has at most {most} letters of any script, in lower case, digits and hyphens."),
            422,
            most=SLUG,
        )
    counted = f"user:{founder.pk}"
    if slug and rate_limit.seconds_until_free("short-name", counted):
        raise Refusal("too-many", _("You tried too many short names today; leave it out, and get one."), 429)
    for chosen in [slug] if slug else short_names_for(name):
        if club := _found(founder, name, chosen):
            return club
    rate_limit.hit("short-name", counted)
    raise Refusal("slug-taken", _("Another club has the short name {slug}."), 409, slug=slug)


def _found(founder: Any, name: str, slug: str) -> Club | None:
    """Store a club and its owner; None where another club has the short name."""
    try:
        with transaction.atomic(), audit.told():
            club = Club.objects.create(name=name, slug=slug)
            first = Membership.objects.create(club=club, user=founder, role=Role.OWNER, accepted_at=timezone.now())
            told = {"club": club.pk, "name": club.name, "slug": club.slug, "member": first.pk, "user": founder.pk}
            audit.record("club.found", f"club:{club.pk}", by=founder, **told)
    except IntegrityError:
        return None
    return club


@transaction.atomic
def rename(actor: Actor, club: Club, name: str) -> Club:
    """Change the name of a club; its address stays. Raises Refusal (403, 422)."""
    _require(actor, Right.GOVERN, club)
    before, club.name = club.name, _name(name)
    with audit.told():
        club.save(update_fields=["name"])
        audit.record("club.rename", f"club:{club.pk}", by=actor, club=club.pk, name=club.name, before=before)
    return club


@transaction.atomic
def invite(actor: Actor, club: Club, username: str, role: Role) -> Membership:
    """Invite a person; the role counts once they accept. Raises Refusal (403, 409, 422).

    A name that no account has is invited like one that has: nobody learns in this way which accounts there are.
    """
    _lock(club)
    _require(actor, _right_over(role), club)
    username = one_line(username, NAME)
    if not username:
        raise Refusal("empty-name", _("Say which account to invite."), 422)
    invited = get_user_model().objects.filter(username=username, is_active=True).first()
    whom = {"user": invited} if invited else {"user": None, "invited_name": username}
    with audit.told():
        terms = {"role": role, "invited_by": person(actor)}
        membership, created = Membership.objects.get_or_create(club=club, **whom, defaults=terms)
        if not created:
            raise Refusal("already-there", _("{username} is in the club or invited already."), 409, username=username)
        _record("member.invite", membership, actor)
    return membership


@transaction.atomic
def join(user: Any, club: Club, role: Role, inviter: Any) -> None:
    """Somebody joins by a link of who may invite; who is in the club already, or invited to it, keeps what they have."""
    _lock(club)
    if Membership.objects.filter(club=club, user=user).exists() or not may(inviter, _right_over(role), club):
        return
    with audit.told():
        terms = {"role": role, "invited_by": inviter, "accepted_at": timezone.now()}
        _record("member.join", Membership.objects.create(club=club, user=user, **terms), user)


@transaction.atomic
def accept_invitation(membership: Membership) -> None:
    """The invited person joins; joining twice changes nothing."""
    now = timezone.now()
    if Membership.objects.filter(pk=membership.pk, accepted_at__isnull=True).update(accepted_at=now):
        membership.accepted_at = now
        _record("member.join", membership, membership.user)


@transaction.atomic
def change_role(actor: Actor, membership: Membership, role: Role) -> Membership:
    """Change the role of a member. Raises Refusal (403, 404, 409)."""
    current = _lock_membership(membership)
    _require(actor, _right_over(Role(current.role)), current.club)
    _require(actor, _right_over(role), current.club)
    if role != Role.OWNER:
        _require_other_owner(current)
    before, current.role = current.role, role
    with audit.told():
        current.save(update_fields=["role"])
        _record("member.role", current, actor, before=before)
    return current


@transaction.atomic
def remove_member(actor: Actor, membership: Membership) -> None:
    """Remove a member or withdraw an invitation; members may remove themselves. Raises Refusal (403, 404, 409)."""
    current = _lock_membership(membership)
    if current.user_id != actor.pk:
        _require(actor, _right_over(Role(current.role)), current.club)
    _require_other_owner(current)
    with audit.told():
        Membership.objects.filter(pk=current.pk).delete()
        _record("member.remove", current, actor, invited=current.accepted_at is None)


def removed_lately(actor: Actor, club: Club) -> list[Removal]:
    """Whom somebody may bring back into a club, those removed last first: who may remove them may."""
    if not may(actor, Right.INVITE, club):
        return []
    return [removal for removal in last_removals(club) if may(actor, _right_over(removal.role), club)]


@transaction.atomic
def restore_member(actor: Actor, club: Club, member: int) -> Membership:
    """Undo a removal: the person has the role again that they had, as the audit log says. Raises Refusal (403, 404)."""
    _lock(club)
    _require(actor, Right.INVITE, club)
    removal = next((one for one in removed_lately(actor, club) if one.member == member), None)
    if removal is None:
        raise Refusal("not-found", _("This removal can no longer be undone."), 404)
    with audit.told():
        terms = {"role": removal.role, "invited_by": person(actor), "accepted_at": timezone.now()}
        membership = Membership.objects.create(club=club, user=removal.user, **terms)
        _record("member.restore", membership, actor)
    return membership


def _record(action: str, membership: Membership, actor: Any, **more: Any) -> None:
    audit.record(action, f"member:{membership.pk}", by=actor, **membership.told(), **more)


def _name(name: str) -> str:
    name = one_line(name)
    if not name:
        raise Refusal("empty-name", _("A club needs a name."), 422)
    return name


def _right_over(role: Role) -> Right:
    """The right that is needed to give or take away this role."""
    return Right.GOVERN if role.covers(Role.ORGANIZER) else Right.INVITE


def _require(actor: Actor, right: Right, club: Club) -> None:
    require(may(actor, right, club))


def _lock(club: Club) -> None:
    Club.objects.select_for_update().get(pk=club.pk)


def _lock_membership(membership: Membership) -> Membership:
    """Lock the club and read the membership again. Raises Refusal (404) where it is gone."""
    _lock(membership.club)
    current = Membership.objects.select_related("club").filter(pk=membership.pk).first()
    if current is None:
        raise Refusal("not-found", _("This person is no longer in the club."), 404)
    return current


def _require_other_owner(current: Membership) -> None:
    """Raises Refusal (409) where this is the last owner of the club."""
    owners = Membership.objects.filter(club=current.club, role=Role.OWNER, accepted_at__isnull=False, user__deletion=None)
    if current.role == Role.OWNER and current.accepted_at and not owners.exclude(pk=current.pk).exists():
        raise Refusal("last-owner", _("A club keeps an owner; make someone else one first."), 409)
