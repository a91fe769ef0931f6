"""The stored exports: how far each has come, and its zip in pieces."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.core.queue.jobs import Job

OPEN = Q(state__in=["pending", "running"])


class ClubExport(Job):
    """An export of a club's records: the last match that is in it, in the order of their keys. A club has one at a time.

    ``size`` counts the bytes of its pieces. ``left_out`` counts the matches whose files could not be made.
    """

    class State(models.TextChoices):
        """How far it has come."""

        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    CLAIMED = State.RUNNING

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, verbose_name=_("club"), related_name="exports")
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.PENDING)
    after = models.UUIDField(_("last match"), null=True, blank=True)
    steps = models.PositiveIntegerField(default=0)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    left_out = models.PositiveIntegerField(default=0)
    files = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(_("bytes"), default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("created by"), related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["club"], name="club_export_once_at_a_time", condition=OPEN)]
        indexes = [
            models.Index(fields=["club", "-created_at"], name="club_export_newest"),
            models.Index(fields=["touched_at"], name="club_export_unfinished", condition=OPEN),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.state}"

    @property
    def finished(self) -> bool:
        """Whether the export has ended."""
        return self.state in (self.State.DONE, self.State.FAILED)


class ClubExportPiece(models.Model):
    """A piece of an export's zip. The pieces in the order of ``section`` and ``place`` are the file, byte for byte."""

    class Section(models.IntegerChoices):
        """The sections of the file: records and verdicts, ``results.csv``, and the directory at its end."""

        RECORDS = 0
        RESULTS = 1
        DIRECTORY = 2

    export = models.ForeignKey(ClubExport, models.CASCADE, related_name="pieces", db_index=False)
    section = models.PositiveSmallIntegerField(choices=Section.choices)
    place = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["section", "place"]
        constraints = [models.UniqueConstraint(fields=["export", "section", "place"], name="club_export_piece_once")]

    def __str__(self) -> str:
        return f"{self.export_id} {self.section} {self.place}"
