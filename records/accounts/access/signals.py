"""Writes an audit entry whenever a token, a share link or a role in a club goes, and when a role is given or changed otherwise
than by ``records.accounts.clubs.membership``."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.dispatch import receiver

from records.accounts import audit
from records.accounts.access.models import ApiToken, Membership, ShareLink
from records.accounts.audit.signals import is_deleted_with

BEFORE = "_before_for_audit"
"""The attribute of a membership that holds what it was while it is saved."""


@receiver(post_delete, sender=ApiToken)
def record_revoked_token(sender: Any, instance: ApiToken, **kwargs: Any) -> None:
    """Runs in the transaction that deletes the token: by a service, in the administration, or together with its owner."""
    audit.record("token.revoke", f"token:{instance.pk}", name=instance.name, user=instance.user_id)


@receiver(post_delete, sender=ShareLink)
def record_deleted_link(sender: Any, instance: ShareLink, origin: Any = None, **kwargs: Any) -> None:
    """Where the link alone is deleted: of a match that is deleted with its links, the match's own entry tells."""
    if is_deleted_with(origin, ShareLink):
        thing = instance.match or instance.event
        target = f"match:{instance.match_id}" if instance.match_id else f"event:{instance.event_id}"
        club = thing.club_id if thing else None
        audit.observe("link.delete", target, club=club, link=str(instance.pk), name=instance.name)


@receiver(pre_save, sender=Membership)
def note_former_role(sender: Any, instance: Membership, **kwargs: Any) -> None:
    setattr(instance, BEFORE, Membership.objects.select_related("user").filter(pk=instance.pk).first() if instance.pk else None)


@receiver(post_save, sender=Membership)
def record_membership(sender: Any, instance: Membership, **kwargs: Any) -> None:
    before: Membership | None = getattr(instance, BEFORE, None)
    if before is None:
        audit.observe("member.add", f"member:{instance.pk}", **instance.told())
    elif (before.club_id, before.user_id) != (instance.club_id, instance.user_id):  # the row was given to somebody else
        audit.observe("member.delete", f"member:{before.pk}", **before.told())
        audit.observe("member.add", f"member:{instance.pk}", **instance.told())
    elif before.told() != instance.told():
        audit.observe("member.change", f"member:{instance.pk}", before=before.role, **instance.told())


@receiver(pre_delete, sender=Membership)
def record_deleted_membership(sender: Any, instance: Membership, origin: Any = None, **kwargs: Any) -> None:
    """Of a club that is deleted with its people, the club's own entry tells. Before anything goes: the account may go with it."""
    if not is_deleted_with(origin, Membership.club.field.related_model):
        audit.observe("member.delete", f"member:{instance.pk}", **instance.told())
