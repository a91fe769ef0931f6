"""Delivering messages to webhooks: signed, and retried for about a day at growing intervals before they are given up.

The state is in the database; a task only says that something is due. A message is claimed by moving its next attempt on:
two workers do not send it at once, and one that dies leaves it due again. So a message arrives at least once, maybe twice.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import random
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone
from prometheus_client.metrics_core import Metric

import referee
from records.accounts import audit
from records.accounts.webhooks.models import Webhook, WebhookDelivery
from records.core import queue
from records.core.db import clock
from records.core.db.fields import LINE, storable
from records.core.ops import metrics
from records.core.ops.encryption import DecryptionError, decrypt
from records.core.ops.metrics import gauge, gauge_by
from records.core.ops.outbound_http import ANSWER, SECONDS, Response, post

log = logging.getLogger(__name__)

ATTEMPTS = 9
LOGGED = 3 * ATTEMPTS
"""The attempts of a message that are kept, the latest: it may be sent again by hand."""
FIRST_PAUSE = timedelta(seconds=15)
FACTOR = 4
LONGEST_PAUSE = timedelta(hours=8)
"""15 s, 1 min, 4 min, 16 min, 64 min, 4 h 16 min, 8 h, 8 h: about 22 hours from the first attempt to the last."""
JITTER = 0.2
HOLD = timedelta(minutes=1)
"""How long an address that did not answer at all is left alone, whatever else waits for it."""
LEASE = timedelta(seconds=3 * SECONDS)
"""When what a worker has taken is due again, should it die."""
SLICE = 15.0
"""Seconds for which a task sends; what is left the next one sends."""
STALE = 1000
"""Rows that one sweep deletes at most."""
DISABLE_AFTER_DAYS = 3
"""Days of nothing but failures after which a webhook is switched off."""
KEEP_DAYS = 30
"""Days for which delivered and given-up messages are stored."""

State = WebhookDelivery.State


def deliver_due(webhook_id: Any) -> int:
    """Send the messages of a webhook that are due until SLICE is over, and enqueue the rest; returns how many were tried."""
    until, tried = time.monotonic() + SLICE, 0
    while delivery := _claim(webhook_id):
        tried += 1
        if not _deliver(delivery):
            break
        if time.monotonic() > until:
            queue.enqueue_webhooks([delivery.webhook_id])
            break
    return tried


@transaction.atomic
def _claim(webhook_id: Any) -> WebhookDelivery | None:
    """The message that has been due longest, leased to this worker."""
    now = clock.now()
    due = WebhookDelivery.objects.filter(_open(now), webhook=webhook_id, state=State.PENDING, next_at__lte=now)
    chosen = due.order_by("next_at", "pk").select_for_update(skip_locked=True, of=("self",)).select_related("webhook").first()
    if chosen is not None:
        WebhookDelivery.objects.filter(pk=chosen.pk).update(next_at=now + LEASE, attempts=F("attempts") + 1)
        chosen.attempts += 1
    return chosen


def _open(now: datetime) -> Q:
    """Messages of webhooks that are switched on and not paused."""
    held = Q(webhook__held_until__isnull=True) | Q(webhook__held_until__lte=now)
    return held & Q(webhook__off=Webhook.Off.NO)


def _deliver(delivery: WebhookDelivery) -> bool:
    """Send a claimed message and store the attempt. False where its webhook cannot be reached."""
    body = delivery.body.encode()
    try:
        headers = headers_of(delivery, body)
    except DecryptionError:
        response = Response(0, 0, error="the secret cannot be read: the service's key was changed; make a new secret")
    else:
        response = post(delivery.webhook.url, body, headers)
    _store_attempt(delivery, response)
    extra = {
        "webhook": str(delivery.webhook_id),
        "delivery": str(delivery.pk),
        "status": response.status,
        "ms": response.milliseconds,
    }
    log.info("%s %s: %s", delivery.kind, delivery.pk, response.status or response.error, extra=extra)
    return not response.unreachable


def headers_of(delivery: WebhookDelivery, body: bytes, at: int | None = None) -> dict[str, str]:
    """The headers of a message, with a signature by every secret that is valid now. Raises DecryptionError."""
    webhook, at = delivery.webhook, int(time.time()) if at is None else at
    held = [webhook.secret]
    if webhook.former_secret and webhook.former_until and webhook.former_until > timezone.now():
        held.append(webhook.former_secret)
    signatures = [f"v1={signature(decrypt(encrypted), at, body)}" for encrypted in held]
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Referee/{referee.__version__}",
        "Referee-Event": delivery.kind,
        "Referee-Delivery": str(delivery.pk),
        "Referee-Signature": ",".join([f"t={at}", *signatures]),
    }


def signature(secret: str, at: int, body: bytes) -> str:
    """HMAC-SHA256 over the seconds, a full stop and the body, in hexadecimal."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


@transaction.atomic
def _store_attempt(delivery: WebhookDelivery, response: Response) -> None:
    """Store an attempt and its consequences for the message and its webhook."""
    webhook = Webhook.objects.select_for_update().filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return  # removed meanwhile
    now = clock.now()
    attempt = {
        "at": now.isoformat(),
        "status": response.status,
        "milliseconds": response.milliseconds,
        "error": storable(response.error, LINE),
        "answer": storable(response.text, ANSWER),
    }
    sent = WebhookDelivery.objects.filter(pk=delivery.pk)
    for before in sent.values_list("log", flat=True):
        sent.update(log=[*before, attempt][-LOGGED:])
    # A lease that ran out was somebody else's since: what they note is not undone.
    mine = sent.filter(state=State.PENDING, attempts=delivery.attempts)
    if response.accepted:
        mine.update(state=State.DELIVERED, ended_at=now)
        Webhook.objects.filter(pk=webhook.pk, failing_since__isnull=False).update(failing_since=None, held_until=None)
        return
    if delivery.attempts >= ATTEMPTS:
        mine.update(state=State.DEAD, ended_at=now)
    else:
        mine.update(next_at=now + pause(delivery.attempts))
    webhook.failing_since = webhook.failing_since or now
    webhook.held_until = now + HOLD if response.unreachable else webhook.held_until
    webhook.save(update_fields=["failing_since", "held_until"])
    if now - webhook.failing_since > timedelta(days=DISABLE_AFTER_DAYS):
        _disable(webhook, now)


def pause(attempts: int) -> timedelta:
    """The time to wait after so many attempts, partly random, so that messages that failed together are not retried together."""
    factor: int = FACTOR ** (attempts - 1)
    return min(LONGEST_PAUSE, FIRST_PAUSE * factor) * random.uniform(1 - JITTER, 1 + JITTER)


def _disable(webhook: Webhook, now: datetime) -> None:
    """Switch off a webhook that has failed for days, and give up its messages."""
    if not Webhook.objects.filter(pk=webhook.pk, off=Webhook.Off.NO).update(off=Webhook.Off.FAILING):
        return
    given_up = WebhookDelivery.objects.filter(webhook=webhook, state=State.PENDING).update(state=State.DEAD, ended_at=now)
    log.warning("webhook %s is switched off: it has failed since %s", webhook.pk, webhook.failing_since)
    audit.record("webhook.off", f"webhook:{webhook.pk}", club=webhook.club_id, since=webhook.failing_since, messages=given_up)


def sweep() -> int:
    """Enqueue every webhook that has messages due, and delete messages that ended long ago; returns the number of webhooks."""
    now = clock.now()
    # No pause is that long: a clock that was ahead has set it.
    WebhookDelivery.objects.filter(state=State.PENDING, next_at__gt=now + (1 + JITTER) * LONGEST_PAUSE).update(next_at=now)
    Webhook.objects.filter(held_until__gt=now + 2 * HOLD).update(held_until=None)
    due = WebhookDelivery.objects.filter(_open(now), state=State.PENDING, next_at__lte=now)
    with transaction.atomic():
        webhooks = list(due.order_by("webhook").values_list("webhook", flat=True).distinct())
        queue.enqueue_webhooks(webhooks)
    old = WebhookDelivery.objects.filter(ended_at__lt=now - timedelta(days=KEEP_DAYS))
    old = old.exclude(state=State.PENDING)
    stale: Sequence[Any] = list(old.order_by("ended_at").values_list("pk", flat=True)[:STALE])
    WebhookDelivery.objects.filter(pk__in=stale).delete()
    return len(webhooks)


@metrics.database_metrics
def figures(now: datetime) -> list[Metric]:
    """The numbers of messages by state, and how long they wait."""
    states: dict[str, float] = dict.fromkeys(WebhookDelivery.State.values, 0)
    states |= dict(WebhookDelivery.objects.order_by().values_list("state").annotate(count=Count("*")))
    pending = WebhookDelivery.objects.filter(state=WebhookDelivery.State.PENDING)
    oldest = pending.order_by("created_at").values_list("created_at", flat=True).first()
    return [
        gauge_by("state", "referee_webhook_deliveries", "Messages to webhooks, those that are kept, by their state.", states),
        gauge(
            "referee_webhook_oldest_pending_seconds",
            "How old the oldest message is that has not arrived; 0 where none waits.",
            max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
        ),
    ]
