"""Deleting one's own account: it is kept for UNDO_DAYS, a setting, and stays where its owner signs in meanwhile."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from records.accounts import access, audit
from records.accounts.access.models import Membership, Role
from records.accounts.clubs.models import Club
from records.accounts.sign_in.models import AccountDeletion
from records.core.errors import Refusal
from records.core.ops.erasure import undo_ends

KEPT = "account-kept"
"""The attribute of a request that signed in to an account which was to be deleted."""


def clubs_owned_alone(user: User) -> list[Club]:
    """The clubs that have other members, and no other owner."""
    joined = Membership.objects.filter(accepted_at__isnull=False)
    mine = joined.filter(user=user, role=Role.OWNER).values("club")
    others = joined.filter(club__in=mine, user__deletion=None).exclude(user=user)
    with_owner = others.filter(role=Role.OWNER).values("club")
    return list(Club.objects.filter(pk__in=others.values("club")).exclude(pk__in=with_owner).order_by("name", "pk"))


@audit.atomic()
def request_deletion(user: User) -> AccountDeletion:
    """Have an account deleted: its tokens are revoked and its sessions ended at once, the rest goes later.

    Raises Refusal (409) where a club with other members would be left without an owner.
    """
    list(Club.objects.select_for_update().filter(memberships__user=user).order_by("pk").values_list("pk"))
    if alone := clubs_owned_alone(user):
        names = ", ".join(club.name for club in alone)
        raise Refusal("last-owner", _("{names} would have no owner; make someone else one first."), 409, names=names)
    deletion = AccountDeletion.objects.get_or_create(user=user, defaults={"ends_at": undo_ends()})[0]
    access.revoke_tokens_of(user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    audit.record("account.leave", f"user:{user.pk}", by=user, expires=deletion.ends_at)
    return deletion


@receiver(user_logged_in)
def keep_account(sender: Any, user: User, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Who signs in keeps the account."""
    deletion = AccountDeletion.objects.filter(user=user)
    if not deletion.exists():
        return
    with audit.atomic():
        if deletion.select_for_update().first() is not None and deletion.delete()[0]:
            audit.record("account.keep", f"user:{user.pk}", by=user)
            if request is not None:
                setattr(request, KEPT, True)
