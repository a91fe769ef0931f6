"""Webhooks: a club's owners say where its news go; what happens is written down beside it, in the same transaction.

What is sent and whether it arrived is the affair of ``records.delivering``.
"""

from __future__ import annotations

import json
import secrets
import uuid
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from records import audit, queue
from records.access.roles import Right, may
from records.clubs.models import Club
from records.db.fields import LINE, storable
from records.errors import Refusal
from records.ops.encryption import encrypt
from records.ops.outbound_http import check
from records.webhooks.models import Webhook, WebhookDelivery, WebhookKind

PREFIX = "whsec_"
MOST = 10
"""Webhooks of one club."""
OVERLAP = timedelta(hours=24)
"""How long the secret before still signs beside the new one."""


def hooked(club: str = "club") -> Exists:
    """For a query that is made anyway: whether the row's club has any webhook, so that who has none costs nothing more."""
    return Exists(Webhook.objects.filter(club=OuterRef(club), off=Webhook.Off.NO))


def notify(club: Club | int | None, kind: str, subject_id: Any, document: dict[str, Any]) -> None:
    """Have a club's webhooks told of something, in the transaction in which it happened: what is rolled back is not told.

    ``document`` is the message's ``data``: ids, states, addresses within the service; nothing that is secret, nothing long.
    """
    notify_all(club, kind, [(subject_id, document)])


def notify_all(club: Club | int | None, kind: str, news: Iterable[tuple[Any, dict[str, Any]]]) -> None:
    """The same of many things of one club at once."""
    if club is None:
        return
    listening = Webhook.objects.select_related("club").filter(club=club, off=Webhook.Off.NO)
    webhooks = [webhook for webhook in listening if kind in webhook.kinds]
    _write(webhooks, kind, news if webhooks else ())


def _write(webhooks: Sequence[Webhook], kind: str, news: Iterable[tuple[Any, dict[str, Any]]]) -> list[WebhookDelivery]:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a message belongs to the transaction of what it tells of")
    now = timezone.now()
    rows = [_delivery(webhook, kind, subject, document, now) for subject, document in news for webhook in webhooks]
    WebhookDelivery.objects.bulk_create(rows, batch_size=500)
    if rows:
        queue.enqueue_webhooks([webhook.pk for webhook in webhooks])
    return rows


def _delivery(webhook: Webhook, kind: str, subject: Any, document: dict[str, Any], now: Any) -> WebhookDelivery:
    id_ = uuid.uuid4()
    said = {"id": str(id_), "kind": kind, "created": now.isoformat(), "club": webhook.club.slug, "data": document}
    body = json.dumps(said, sort_keys=True, default=str)
    return WebhookDelivery(
        id=id_, webhook=webhook, kind=kind, subject=storable(str(subject), 60), body=body, created_at=now, next_at=now
    )


def add_webhook(actor: Any, club: Club, url: str, kinds: Sequence[str], name: str = "") -> tuple[Webhook, str]:
    """A new webhook, and its secret, which is answered this once. For owners. Raises Refusal (403, 409, 422)."""
    _need(actor, club)
    plain = PREFIX + secrets.token_urlsafe(32)
    webhook = Webhook(
        club=club, name=storable(name, LINE).strip(), url=check(url), kinds=_kinds(kinds), secret=encrypt(plain), created_by=actor
    )
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if club.webhooks.count() >= MOST:
            raise Refusal("too-many", f"一個社團最多 {MOST} 個網路回呼。", f"A club has at most {MOST} webhooks.", 409)
        webhook.save(force_insert=True)
        _record("webhook.add", webhook, actor)
    return webhook, plain


@transaction.atomic
def change_webhook(
    actor: Any,
    webhook: Webhook,
    *,
    url: str | None = None,
    kinds: Sequence[str] | None = None,
    name: str | None = None,
    on: bool | None = None,
) -> Webhook:
    """Change what is given; switching it on forgets that it failed. Raises Refusal (403, 422)."""
    _need(actor, webhook.club)
    locked = Webhook.objects.select_for_update().select_related("club").get(pk=webhook.pk)
    locked.url = locked.url if url is None else check(url)
    locked.kinds = locked.kinds if kinds is None else _kinds(kinds)
    locked.name = locked.name if name is None else storable(name, LINE).strip()
    if on is not None and on != (locked.off == Webhook.Off.NO):
        locked.off = Webhook.Off.NO if on else Webhook.Off.OWNER
    if on:
        locked.failing_since = locked.held_until = None
        queue.enqueue_webhooks([locked.pk])
    locked.save()
    _record("webhook.change", locked, actor)
    return locked


@transaction.atomic
def rotate_secret(actor: Any, webhook: Webhook) -> str:
    """A new secret, answered this once; the one before signs beside it for a day. Raises Refusal (403)."""
    _need(actor, webhook.club)
    locked = Webhook.objects.select_for_update().select_related("club").get(pk=webhook.pk)
    plain = PREFIX + secrets.token_urlsafe(32)
    locked.former_secret, locked.former_until = locked.secret, timezone.now() + OVERLAP
    locked.secret = encrypt(plain)
    locked.save(update_fields=["secret", "former_secret", "former_until"])
    _record("webhook.rotate", locked, actor)
    return plain


@transaction.atomic
def remove_webhook(actor: Any, webhook: Webhook) -> None:
    """It is told nothing any more; what was to be sent goes with it. Raises Refusal (403)."""
    _need(actor, webhook.club)
    id_ = webhook.pk
    webhook.delete()
    webhook.pk = id_
    _record("webhook.remove", webhook, actor)


@transaction.atomic
def try_webhook(actor: Any, webhook: Webhook) -> WebhookDelivery:
    """Send a test, whatever it listens to. Raises Refusal (403, 409 where it is switched off)."""
    _need(actor, webhook.club)
    if webhook.off:
        raise Refusal("switched-off", "這個網路回呼已關閉；請先開啟。", "This webhook is switched off; switch it on first.", 409)
    [delivery] = _write([webhook], WebhookKind.TEST, [(webhook.pk, {"webhook": str(webhook.pk), "name": webhook.name})])
    _record("webhook.test", webhook, actor)
    return delivery


@transaction.atomic
def redeliver(actor: Any, webhook: Webhook, delivery: WebhookDelivery | None = None) -> int:
    """Send one message again, delivered or given up, or everything that was given up; how many. Raises Refusal (403)."""
    _need(actor, webhook.club)
    ended = WebhookDelivery.objects.filter(webhook=webhook).exclude(state=WebhookDelivery.State.PENDING)
    chosen = ended.filter(pk=delivery.pk) if delivery else ended.filter(state=WebhookDelivery.State.DEAD)
    many = chosen.update(state=WebhookDelivery.State.PENDING, attempts=0, next_at=timezone.now(), ended_at=None)
    queue.enqueue_webhooks([webhook.pk])
    audit.record("webhook.redeliver", f"webhook:{webhook.pk}", by=actor, club=webhook.club_id, messages=many)
    return many


def _kinds(kinds: Sequence[str]) -> list[str]:
    """The events, in their order. Raises Refusal (422)."""
    known = [kind.value for kind in WebhookKind if kind != WebhookKind.TEST]
    if not kinds or set(kinds) - set(known):
        raise Refusal(
            "invalid-events", f"請選至少一種事件：{'、'.join(known)}。", f"Choose at least one event of: {', '.join(known)}.", 422
        )
    return [kind for kind in known if kind in kinds]


def _need(actor: Any, club: Club) -> None:
    if not may(actor, Right.GOVERN, club):
        raise Refusal("permission-denied", "你在這個社團的身分不能這樣做。", "Your role in this club does not allow this.", 403)


def _record(action: str, webhook: Webhook, actor: Any) -> None:
    audit.record(
        action, f"webhook:{webhook.pk}", by=actor, club=webhook.club_id, url=webhook.url, events=webhook.kinds, off=webhook.off
    )


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """Where a club's news are sent to; for those who govern it."""
    return club.webhooks.select_related("club", "created_by")


def webhook_for(club: Club, webhook_id: uuid.UUID) -> Webhook | None:
    """One of a club's webhooks."""
    return webhooks_of(club).filter(pk=webhook_id).first()


def deliveries_of(webhook: Webhook, state: str = "") -> QuerySet[WebhookDelivery]:
    """Its messages, the newest first; those of one state, where one is named."""
    deliveries = webhook.deliveries.order_by("-created_at", "-id").defer("body")
    return deliveries.filter(state=state) if state else deliveries


def delivery_for(webhook: Webhook, delivery_id: uuid.UUID) -> WebhookDelivery | None:
    """One of its messages, with every attempt."""
    found = webhook.deliveries.select_related("webhook__club").prefetch_related("log")
    return found.filter(pk=delivery_id).first()
