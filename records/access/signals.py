"""API tokens that are deleted, by whatever way, are noted in the audit log."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from records import audit
from records.access.models import ApiToken


@receiver(post_delete, sender=ApiToken)
def token_revoked(sender: Any, instance: ApiToken, **kwargs: Any) -> None:
    """By a service, in the administration, or with the person whose it was; in the transaction that deletes it."""
    audit.record("token.revoke", f"token:{instance.pk}", name=instance.name, user=instance.user_id)
