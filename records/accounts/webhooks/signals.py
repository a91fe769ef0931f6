"""Writes an audit entry when a webhook is deleted otherwise than by its club: in the administration, or at a shell."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from records.accounts import audit
from records.accounts.audit.deletions import is_deleted_with
from records.accounts.webhooks.models import Webhook
from records.core.ops.outbound_http import shown


@receiver(post_delete, sender=Webhook)
def record_deleted_webhook(sender: Any, instance: Webhook, origin: Any = None, **kwargs: Any) -> None:
    """Of a club that is deleted with its webhooks, the club's own entry tells."""
    if is_deleted_with(origin, Webhook):
        audit.observe("webhook.remove", f"webhook:{instance.pk}", club=instance.club_id, url=shown(instance.url))
