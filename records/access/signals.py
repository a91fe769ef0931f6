"""Writes an audit entry whenever an API token is deleted, whatever deletes it."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from records import audit
from records.access.models import ApiToken


@receiver(post_delete, sender=ApiToken)
def record_revoked_token(sender: Any, instance: ApiToken, **kwargs: Any) -> None:
    """Runs in the transaction that deletes the token: by a service, in the administration, or together with its owner."""
    audit.record("token.revoke", f"token:{instance.pk}", name=instance.name, user=instance.user_id)
