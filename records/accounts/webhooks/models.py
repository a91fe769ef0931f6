"""Models of webhooks: a club's addresses and the messages to them.

A row of ``WebhookDelivery`` is written in the transaction of what it tells of: it is there exactly when that happened.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, Document, DocumentField
from records.core.ops.outbound_http import URL


class WebhookKind(models.TextChoices):
    """The kinds of event. The words are part of the contract in docs/how-to/webhooks.md."""

    MATCH_JUDGED = "match.judged", _("a match was judged")
    MATCH_DELETED = "match.deleted", _("a match was deleted")
    MATCH_RESTORED = "match.restored", _("a deleted match was brought back")
    BATCH_DONE = "batch.done", _("a batch is done")
    APPEAL_MADE = "appeal.made", _("an appeal was made")
    RESULTS_PUBLISHED = "results.published", _("results were published")
    REJUDGING_DONE = "rejudging.done", _("judging again is done")
    TEST = "webhook.test", _("a test")


class Webhook(models.Model):
    """An address to which a club's events are sent. Secrets are stored encrypted (``records.core.ops.encryption``).

    ``former_secret`` signs too until ``former_until``. ``held_until``: it did not answer, and everything for it waits a little.
    """

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""

    class Off(models.TextChoices):
        """Why a webhook is switched off."""

        NO = "", _("it is sent to")
        OWNER = "owner", _("switched off")
        FAILING = "failing", _("switched off: it failed for too long")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, verbose_name=_("club"), related_name="webhooks")
    name = models.CharField(_("name"), max_length=LINE)
    url = models.CharField(_("address"), max_length=URL)
    kinds: DocumentField[list[str], list[str]] = DocumentField(_("events"))
    secret = models.TextField(editable=False)
    former_secret = models.TextField(editable=False)
    former_until = models.DateTimeField(null=True, editable=False)
    off = models.CharField(_("switched off"), max_length=7, choices=Off.choices, default=Off.NO)
    failing_since = models.DateTimeField(_("failing since"), null=True)
    held_until = models.DateTimeField(_("waits until"), null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("created by"), related_name="+", null=True
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["created_at", "id"]

    def __str__(self) -> str:
        return self.name or self.url


class WebhookDelivery(models.Model):
    """A message to one webhook. Its id and body are the same at every attempt; ``next_at`` is the time of the next one.

    A worker that takes it moves ``next_at`` on: should the worker die, it is due again then. ``log`` has the latest attempts:
    when each was made, the response, or why there was none (``status`` 0), and how long that took.
    """

    class State(models.TextChoices):
        """The state of a message. ``dead``: given up, and may be sent again by hand."""

        PENDING = "pending", _("pending")
        DELIVERED = "delivered", _("delivered")
        DEAD = "dead", _("given up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, verbose_name=_("webhook"), related_name="deliveries")
    kind = models.CharField(_("event"), max_length=30, choices=WebhookKind.choices)
    subject = models.CharField(_("of what"), max_length=60)
    body = models.TextField(_("body"))
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended"), null=True)
    log: DocumentField[list[Document], list[Document]] = DocumentField(default=list, editable=False)

    class Meta:
        verbose_name = _("webhook delivery")
        verbose_name_plural = _("webhook deliveries")
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_newest"),
            models.Index(fields=["webhook", "state", "-created_at", "-id"], name="delivery_by_state"),
            models.Index(fields=["webhook", "next_at"], name="delivery_due", condition=Q(state="pending")),
            models.Index(fields=["created_at"], name="delivery_oldest_pending", condition=Q(state="pending")),
            models.Index(fields=["ended_at"], name="delivery_ended", condition=~Q(state="pending")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
