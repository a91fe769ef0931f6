"""What is stored of the statistics of an event's deals: that they were asked for, and the figures as they last were."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.db.fields import Document, DocumentField
from records.events.models import Event
from records.queue.jobs import Job


class DealStatistics(Job):
    """The statistics of an event's deals, worked out by a worker when an arbiter asks.

    ``result`` is the document of ``referee.deal_statistics``, None before it was first worked out. ``left_out``: matches of the
    event that were not looked at, because there are more than are counted, or because they cannot be read.
    """

    class State(models.TextChoices):
        """How far it has come."""

        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    CLAIMED = State.RUNNING

    event = models.OneToOneField(Event, models.CASCADE, verbose_name=_("event"), related_name="deal_statistics")
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.PENDING)
    result: DocumentField[Document | None, Document | None] = DocumentField(_("result"), null=True, blank=True)
    left_out = models.PositiveIntegerField(_("matches left out"), default=0)
    computed_at = models.DateTimeField(_("worked out"), null=True, blank=True)
    asked_at = models.DateTimeField(_("asked for"), default=timezone.now)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("asked for by"), related_name="+", null=True, blank=True
    )

    class Meta:
        verbose_name = _("statistics of deals")
        verbose_name_plural = _("statistics of deals")
        indexes = [
            models.Index(fields=["touched_at"], name="deals_unfinished", condition=Q(state__in=["pending", "running"])),
        ]

    def __str__(self) -> str:
        return str(self.event_id)

    @property
    def finished(self) -> bool:
        """Whether nobody works on it, nor is to."""
        return self.state in (self.State.DONE, self.State.FAILED)
