"""Creating and renaming clubs, inviting people, changing their roles: all rules about the people of a club.

A club's row is locked before its people change, and rights are asked for under that lock: two owners who take the
ownership from each other at the same moment do not leave the club without one.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from records import audit
from records.access.models import Membership, Role
from records.access.roles import Right, may
from records.clubs.models import Club
from records.db.fields import LINE, storable
from records.errors import Refusal

SLUG = 50


def create(founder: Any, name: str, slug: str = "") -> Club:
    """Create a club whose founder is its owner. Raises Refusal (409, 422)."""
    name = _name(name)
    if slug and (slug != slugify(slug) or len(slug) > SLUG):
        raise Refusal(
            "invalid-slug",
            f"代號最多 {SLUG} 字，只能用小寫英文字母、數字和連字號。",
            f"A short name has at most {SLUG} lower-case letters, digits and hyphens.",
            422,
        )
    chosen = slug or slugify(name)[:SLUG] or f"club-{secrets.token_hex(4)}"
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, slug=chosen)
            Membership.objects.create(club=club, user=founder, role=Role.OWNER, accepted_at=timezone.now())
            audit.record("club.found", f"club:{club.pk}", by=founder, club=club.pk, name=club.name, slug=club.slug)
    except IntegrityError as error:
        raise Refusal("slug-taken", f"代號 {chosen} 已有社團使用。", f"Another club has the short name {chosen}.", 409) from error
    return club


@transaction.atomic
def rename(actor: Any, club: Club, name: str) -> Club:
    """Change the name of a club; its address stays. Raises Refusal (403, 422)."""
    _require(actor, Right.GOVERN, club)
    before, club.name = club.name, _name(name)
    club.save(update_fields=["name"])
    audit.record("club.rename", f"club:{club.pk}", by=actor, club=club.pk, name=club.name, before=before)
    return club


@transaction.atomic
def invite(actor: Any, club: Club, username: str, role: Role) -> Membership:
    """Invite a person; the role counts once they accept. Raises Refusal (403, 409, 422)."""
    _lock(club)
    _require(actor, _right_over(role), club)
    username = storable(username, LINE)
    person = get_user_model().objects.filter(username=username, is_active=True).first()
    if person is None:
        raise Refusal("unknown-person", f"沒有名為 {username} 的帳號。", f"There is no account {username}.", 422)
    membership, created = Membership.objects.get_or_create(club=club, user=person, defaults={"role": role, "invited_by": actor})
    if not created:
        raise Refusal("already-there", f"{person} 已在社團中或已受邀。", f"{person} is in the club or invited already.", 409)
    _record("member.invite", membership, actor)
    return membership


@transaction.atomic
def accept_invitation(membership: Membership) -> None:
    """The invited person joins; joining twice changes nothing."""
    if Membership.objects.filter(pk=membership.pk, accepted_at__isnull=True).update(accepted_at=timezone.now()):
        _record("member.join", membership, membership.user)


@transaction.atomic
def change_role(actor: Any, membership: Membership, role: Role) -> Membership:
    """Change the role of a member. Raises Refusal (403, 404, 409)."""
    current = _lock_membership(membership)
    _require(actor, _right_over(Role(current.role)), current.club)
    _require(actor, _right_over(role), current.club)
    if role != Role.OWNER:
        _require_other_owner(current)
    before, current.role = current.role, role
    current.save(update_fields=["role"])
    _record("member.role", current, actor, before=before)
    return current


@transaction.atomic
def remove_member(actor: Any, membership: Membership) -> None:
    """Remove a member or withdraw an invitation; members may remove themselves. Raises Refusal (403, 404, 409)."""
    current = _lock_membership(membership)
    if current.user_id != actor.pk:
        _require(actor, _right_over(Role(current.role)), current.club)
    _require_other_owner(current)
    Membership.objects.filter(pk=current.pk).delete()
    _record("member.remove", current, actor, invited=current.accepted_at is None)


def _record(action: str, membership: Membership, actor: Any, **more: Any) -> None:
    person = membership.user
    audit.record(
        action, f"user:{person.pk}", by=actor, club=membership.club_id, name=person.get_username(), role=membership.role, **more
    )


def _name(name: str) -> str:
    name = storable(name, LINE).strip()
    if not name:
        raise Refusal("empty-name", "社團要有名稱。", "A club needs a name.", 422)
    return name


def _right_over(role: Role) -> Right:
    """The right that is needed to give or take away this role."""
    return Right.GOVERN if role.covers(Role.ORGANIZER) else Right.INVITE


def _require(actor: Any, right: Right, club: Club) -> None:
    if not may(actor, right, club):
        raise Refusal("permission-denied", "你在這個社團的身分不能這樣做。", "Your role in this club does not allow this.", 403)


def _lock(club: Club) -> None:
    Club.objects.select_for_update().get(pk=club.pk)


def _lock_membership(membership: Membership) -> Membership:
    """Lock the club and read the membership again. Raises Refusal (404) where it is gone."""
    _lock(membership.club)
    current = Membership.objects.select_related("club").filter(pk=membership.pk).first()
    if current is None:
        raise Refusal("not-found", "此人已不在社團中。", "This person is no longer in the club.", 404)
    return current


def _require_other_owner(current: Membership) -> None:
    """Raises Refusal (409) where this is the last owner of the club."""
    owners = Membership.objects.filter(club=current.club, role=Role.OWNER, accepted_at__isnull=False)
    if current.role == Role.OWNER and current.accepted_at and not owners.exclude(pk=current.pk).exists():
        raise Refusal(
            "last-owner", "社團至少要有一位擁有者；請先交給別人。", "A club keeps an owner; make someone else one first.", 409
        )
