"""The webhooks of a club, managed by its owners: adding, changing and removing them, rotating secrets, sending again."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may, require
from records.accounts.audit.signals import is_deleted_with
from records.accounts.clubs.models import Club
from records.accounts.webhooks.models import Webhook, WebhookDelivery, WebhookKind
from records.accounts.webhooks.notifications import write_deliveries
from records.core import queue
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.ops.encryption import DecryptionError, encrypt, reencrypt
from records.core.ops.outbound_http import check_url, shown
from records.core.people import Actor, person

PREFIX = "whsec_"
MAX_WEBHOOKS = 10
"""Webhooks of one club."""
OVERLAP = timedelta(hours=24)
"""How long the former secret signs beside the new one."""


def add(actor: Actor, club: Club, url: str, kinds: Sequence[str], name: str = "") -> tuple[Webhook, str]:
    """Create a webhook. Its secret is returned this once. Raises Refusal (403, 409, 422)."""
    _require_owner(actor, club)
    plain = PREFIX + secrets.token_urlsafe(32)
    webhook = Webhook(
        club=club,
        name=one_line(name),
        url=check_url(url),
        kinds=_kinds(kinds),
        secret=encrypt(plain),
        created_by=person(actor),
    )
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if club.webhooks.count() >= MAX_WEBHOOKS:
            raise Refusal("too-many", _("A club has at most {most} webhooks."), 409, most=MAX_WEBHOOKS)
        webhook.save(force_insert=True)
        _record("webhook.add", webhook, actor)
    return webhook, plain


@transaction.atomic
def change(
    actor: Actor,
    webhook: Webhook,
    *,
    url: str | None = None,
    kinds: Sequence[str] | None = None,
    name: str | None = None,
    on: bool | None = None,
) -> Webhook:
    """Change the given fields of a webhook; switching it on forgets earlier failures. Raises Refusal (403, 422)."""
    _require_owner(actor, webhook.club)
    locked = Webhook.objects.select_for_update().select_related("club").get(pk=webhook.pk)
    locked.url = locked.url if url is None else check_url(url)
    locked.kinds = locked.kinds if kinds is None else _kinds(kinds)
    locked.name = locked.name if name is None else one_line(name)
    if on is not None and on != (locked.off == Webhook.Off.NO):
        locked.off = Webhook.Off.NO if on else Webhook.Off.OWNER
    if on:
        locked.failing_since = locked.held_until = None
        queue.enqueue_webhooks([locked.pk])
    locked.save()
    _record("webhook.change", locked, actor)
    return locked


@transaction.atomic
def rotate_secret(actor: Actor, webhook: Webhook) -> str:
    """Create a new secret, returned this once. The former one keeps signing beside it for a day. Raises Refusal (403)."""
    _require_owner(actor, webhook.club)
    locked = Webhook.objects.select_for_update().select_related("club").get(pk=webhook.pk)
    plain = PREFIX + secrets.token_urlsafe(32)
    locked.former_secret, locked.former_until = locked.secret, timezone.now() + OVERLAP
    locked.secret = encrypt(plain)
    locked.save(update_fields=["secret", "former_secret", "former_until"])
    _record("webhook.rotate", locked, actor)
    return plain


def reencrypt_secrets() -> tuple[int, int]:
    """Encrypt every stored secret by the SECRET_KEY of today; how many were, and how many no key of the settings reads. A secret
    that is renewed meanwhile is left as it is."""
    done = unreadable = 0
    for id_, secret, former in Webhook.objects.order_by("pk").values_list("pk", "secret", "former_secret").iterator():
        try:
            fresh = {"secret": reencrypt(secret), "former_secret": reencrypt(former) if former else ""}
        except DecryptionError:
            unreadable += 1
            continue
        done += Webhook.objects.filter(pk=id_, secret=secret, former_secret=former).update(**fresh)
    return done, unreadable


@transaction.atomic
def remove(actor: Actor, webhook: Webhook) -> None:
    """Delete a webhook and its messages. Raises Refusal (403)."""
    _require_owner(actor, webhook.club)
    id_ = webhook.pk
    with audit.told():
        webhook.delete()
        webhook.pk = id_
        _record("webhook.remove", webhook, actor)


@transaction.atomic
def send_test(actor: Actor, webhook: Webhook) -> WebhookDelivery:
    """Send a test message, whatever kinds the webhook subscribes to. Raises Refusal: 403, 409 where it is switched off."""
    _require_owner(actor, webhook.club)
    if webhook.off:
        raise Refusal("switched-off", _("This webhook is switched off; switch it on first."), 409)
    [delivery] = write_deliveries([webhook], WebhookKind.TEST, [(webhook.pk, {"webhook": str(webhook.pk), "name": webhook.name})])
    _record("webhook.test", webhook, actor)
    return delivery


@transaction.atomic
def redeliver(actor: Actor, webhook: Webhook, delivery: WebhookDelivery | None = None) -> int:
    """Send one message again, or all that were given up; returns their number. Raises Refusal (403)."""
    _require_owner(actor, webhook.club)
    ended = WebhookDelivery.objects.filter(webhook=webhook).exclude(state=WebhookDelivery.State.PENDING)
    chosen = ended.filter(pk=delivery.pk) if delivery else ended.filter(state=WebhookDelivery.State.DEAD)
    many = chosen.update(state=WebhookDelivery.State.PENDING, attempts=0, next_at=timezone.now(), ended_at=None)
    queue.enqueue_webhooks([webhook.pk])
    audit.record("webhook.redeliver", f"webhook:{webhook.pk}", by=actor, club=webhook.club_id, messages=many)
    return many


def _kinds(kinds: Sequence[str]) -> list[str]:
    """The kinds of event in their order. Raises Refusal (422)."""
    known = [kind.value for kind in WebhookKind if kind != WebhookKind.TEST]
    if not kinds or set(kinds) - set(known):
        raise Refusal("invalid-events", _("Choose at least one event of: {known}."), 422, known=known)
    return [kind for kind in known if kind in kinds]


def _require_owner(actor: Actor, club: Club) -> None:
    require(may(actor, Right.GOVERN, club))


def _record(action: str, webhook: Webhook, actor: Actor) -> None:
    """Write an audit entry, which names the receiver's server alone: the rest of an address may be a key."""
    details = {"club": webhook.club_id, "url": shown(webhook.url), "events": webhook.kinds, "off": webhook.off}
    audit.record(action, f"webhook:{webhook.pk}", by=actor, **details)


def of_club(club: Club) -> QuerySet[Webhook]:
    """The webhooks of a club; the caller checks that an owner asks."""
    return club.webhooks.select_related("club", "created_by")


def find(club: Club, webhook_id: uuid.UUID) -> Webhook | None:
    """A webhook of a club by its id."""
    return of_club(club).filter(pk=webhook_id).first()


def deliveries_of(webhook: Webhook, state: str = "") -> QuerySet[WebhookDelivery]:
    """The messages of a webhook, the newest first; of one state where it is given."""
    deliveries = webhook.deliveries.order_by("-created_at", "-id").defer("body", "log")
    return deliveries.filter(state=state) if state else deliveries


def delivery_for(webhook: Webhook, delivery_id: uuid.UUID) -> WebhookDelivery | None:
    """A message of a webhook by its id."""
    return webhook.deliveries.select_related("webhook__club").filter(pk=delivery_id).first()


@receiver(post_delete, sender=Webhook)
def record_deleted_webhook(sender: Any, instance: Webhook, origin: Any = None, **kwargs: Any) -> None:
    """Of a club that is deleted with its webhooks, the club's own entry tells."""
    if is_deleted_with(origin, Webhook):
        audit.observe("webhook.remove", f"webhook:{instance.pk}", club=instance.club_id, url=shown(instance.url))
