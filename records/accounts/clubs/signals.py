"""Writes an audit entry whenever a club is made, changed or deleted otherwise than by ``records.accounts.clubs.membership``."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save, pre_delete, pre_save
from django.dispatch import receiver

from records.accounts import audit
from records.accounts.clubs.models import Club

BEFORE = "_before_for_audit"
"""The attribute of a club that holds its former name and short name while it is saved."""


@receiver(pre_save, sender=Club)
def note_former_name(sender: Any, instance: Club, **kwargs: Any) -> None:
    setattr(instance, BEFORE, Club.objects.filter(pk=instance.pk).values("name", "slug").first() if instance.pk else None)


@receiver(post_save, sender=Club)
def record_club(sender: Any, instance: Club, created: bool, **kwargs: Any) -> None:
    before, named = getattr(instance, BEFORE, None), {"name": instance.name, "slug": instance.slug}
    if created:
        audit.observe("club.add", f"club:{instance.pk}", club=instance.pk, **named)
    elif before != named:
        audit.observe("club.change", f"club:{instance.pk}", club=instance.pk, before=before, **named)


@receiver(pre_delete, sender=Club)
def record_deleted_club(sender: Any, instance: Club, **kwargs: Any) -> None:
    """With those who belonged to it. Its matches, events and batches keep a club from being deleted, so no record goes with
    it. It is not named as the club whose owners may read of this: there are none any more."""
    people = {
        str(user): role for user, role in instance.memberships.exclude(user=None).order_by("user").values_list("user", "role")
    }
    audit.observe("club.delete", f"club:{instance.pk}", name=instance.name, slug=instance.slug, people=people)
