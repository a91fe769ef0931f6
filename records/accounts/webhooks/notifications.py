"""Writing messages for a club's webhooks, in the transaction of the event: what is rolled back is not sent."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from records.accounts.clubs.models import Club
from records.accounts.webhooks.models import Webhook, WebhookDelivery
from records.core import queue
from records.core.db import clock
from records.core.db.fields import storable


def has_webhook(club: str = "club") -> Exists:
    """A condition for use inside another query: whether the row's club has a webhook."""
    return Exists(Webhook.objects.filter(club=OuterRef(club), off=Webhook.Off.NO))


def notify(club: Club | int | None, kind: str, subject_id: Any, document: dict[str, Any]) -> None:
    """Write a message to each of a club's webhooks that subscribes to this kind of event.

    ``document`` is the message's ``data``: ids, states, addresses within the service; nothing that is secret, nothing long.
    """
    notify_all(club, kind, [(subject_id, document)])


def notify_all(club: Club | int | None, kind: str, events: Iterable[tuple[Any, dict[str, Any]]]) -> None:
    """The same for many events of one club, as pairs of subject and document."""
    if club is None:
        return
    active = Webhook.objects.select_related("club").filter(club=club, off=Webhook.Off.NO)
    webhooks = [webhook for webhook in active if kind in webhook.kinds]
    write_deliveries(webhooks, kind, events if webhooks else ())


def write_deliveries(
    webhooks: Sequence[Webhook], kind: str, events: Iterable[tuple[Any, dict[str, Any]]]
) -> list[WebhookDelivery]:
    """Store and enqueue a message for each webhook and event. Raises RuntimeError outside of a transaction."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a message belongs to the transaction of what it tells of")
    now = clock.now()
    rows = [_delivery(webhook, kind, subject, document, now) for subject, document in events for webhook in webhooks]
    WebhookDelivery.objects.bulk_create(rows, batch_size=500)
    if rows:
        queue.enqueue_webhooks([webhook.pk for webhook in webhooks])
    return rows


def _delivery(webhook: Webhook, kind: str, subject: Any, document: dict[str, Any], now: datetime) -> WebhookDelivery:
    id_ = uuid.uuid4()
    message = {"id": str(id_), "kind": kind, "created": now.isoformat(), "club": webhook.club.slug, "data": document}
    body = json.dumps(message, sort_keys=True, default=str)
    return WebhookDelivery(
        id=id_, webhook=webhook, kind=kind, subject=storable(str(subject), 60), body=body, created_at=now, next_at=now
    )
