"""What is stored of exports: how far each has come, its Parquet files, and the datasets that clubs publish."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.clubs.models import Club
from records.db.fields import Document, DocumentField
from records.queue.jobs import Job

OPEN = Q(state__in=["pending", "running"])


class Dataset(models.Model):
    """A club publishes its matches, anonymized, until an owner withdraws them, which deletes this row.

    Its id is the public address and says nothing of the club.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.OneToOneField(Club, models.CASCADE, verbose_name=_("club"), related_name="dataset")
    created_at = models.DateTimeField(_("published"), default=timezone.now)

    class Meta:
        verbose_name = _("published dataset")
        verbose_name_plural = _("published datasets")
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return str(self.id)


class AnalyticsExport(Job):
    """An export of a club's matches, or of all: which match it has come to, in the order of their keys. One at a time of each.

    ``dataset``: it is anonymized, for everybody (``records.analytics.anonymizing``). ``left_out`` counts matches whose rows could
    not be made. ``figures`` are those of a club (``records.analytics.figures``).
    """

    class State(models.TextChoices):
        """How far it has come."""

        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    CLAIMED = State.RUNNING

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(
        Club, models.CASCADE, verbose_name=_("club"), related_name="analytics_exports", null=True, blank=True
    )
    dataset = models.ForeignKey(
        Dataset, models.CASCADE, verbose_name=_("published dataset"), related_name="exports", null=True, blank=True
    )
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.PENDING)
    after = models.UUIDField(_("last match"), null=True, blank=True)
    pieces = models.PositiveIntegerField(_("pieces"), default=0)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    left_out = models.PositiveIntegerField(_("matches left out"), default=0)
    size = models.PositiveBigIntegerField(_("bytes"), default=0)
    figures: DocumentField[Document | None, Document | None] = DocumentField(_("figures"), null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("asked for by"), related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(_("asked for"), default=timezone.now)

    class Meta:
        verbose_name = _("export for analyses")
        verbose_name_plural = _("exports for analyses")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                Coalesce("club", Value(0)), name="analytics_once_at_a_time", condition=OPEN & Q(dataset__isnull=True)
            ),
            models.UniqueConstraint(fields=["dataset"], name="dataset_made_once_at_a_time", condition=OPEN),
        ]
        indexes = [models.Index(fields=["touched_at"], name="analytics_unfinished", condition=OPEN)]

    def __str__(self) -> str:
        return f"{self.club_id or ''} {self.state}"

    @property
    def finished(self) -> bool:
        """Whether nobody works on it, nor is to."""
        return self.state in (self.State.DONE, self.State.FAILED)


class AnalyticsFile(models.Model):
    """A Parquet file of an export: some rows of a table. All of a table's files together are the table."""

    export = models.ForeignKey(AnalyticsExport, models.CASCADE, verbose_name=_("export"), related_name="files", db_index=False)
    table = models.CharField(_("table"), max_length=20)
    place = models.PositiveIntegerField(_("place"))
    data = models.BinaryField(_("data"))

    class Meta:
        verbose_name = _("file of an export")
        verbose_name_plural = _("files of exports")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["export", "table", "place"], name="analytics_file_once")]

    def __str__(self) -> str:
        return f"{self.export_id} {self.table} {self.place}"
