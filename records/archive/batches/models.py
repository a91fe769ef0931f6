"""What is stored of batches: their bytes until they are ingested, their files, and which match came from which file.

A batch is one upload of many matches. The matches are stored like any others; deleting a batch deletes none.
"""

from __future__ import annotations

import uuid
from typing import Any, NotRequired, TypedDict

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, DocumentField
from records.core.queue.jobs import Job
from records.core.rules_line import RULES


class FileError(TypedDict):
    """Why a file or a match cannot be read: a code for programs, a stored sentence, and the place where that is known."""

    code: str
    message: dict[str, Any]
    line: NotRequired[int]
    column: NotRequired[int]
    source_place: NotRequired[dict[str, Any]]


class Batch(Job):
    """One upload of many matches, and how far it has been ingested.

    ``next_file`` and ``next_match`` say where to continue: so many matches of that file are stored. They move in the
    transaction that stores the matches before them. ``done_at``: nothing more happens to it by itself since.
    """

    class State(models.TextChoices):
        """How far a batch is ingested. How far it is judged follows from the states of its matches."""

        PENDING = "pending", _("pending")
        INGESTING = "taking", _("being ingested")
        INGESTED = "taken", _("ingested")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    CLAIMED = State.INGESTING

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    filename = models.CharField(_("file name"), max_length=LINE, blank=True)
    media_type = models.CharField(_("media type"), max_length=100)
    form = models.CharField(_("form"), max_length=6)
    sha256 = models.CharField("SHA-256", max_length=64)
    size = models.PositiveBigIntegerField(_("bytes"))
    unpacked = models.PositiveBigIntegerField(_("bytes unpacked"))
    public = models.BooleanField(_("public"), default=False)
    game = models.CharField(_("game, where a file does not say it"), max_length=LINE, db_default="", blank=True)
    rules = models.CharField(_("rules, where a file does not say them"), max_length=RULES, db_default="", blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("user"), related_name="batches", null=True, blank=True
    )
    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="batches", null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PENDING)
    error: DocumentField[FileError | None, FileError | None] = DocumentField(_("error"), null=True, blank=True)
    next_file = models.PositiveIntegerField(_("next file"), default=1)
    next_match = models.PositiveIntegerField(_("matches of it that are stored"), default=0)
    stored = models.PositiveIntegerField(_("matches stored"), default=0)
    read_bytes = models.PositiveBigIntegerField(_("bytes read"), default=0)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("batch")
        verbose_name_plural = _("batches")
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="batch_newest"),
            models.Index(fields=["touched_at"], name="batch_unfinished", condition=Q(state__in=["pending", "taking"])),
            models.Index(fields=["state"], name="batch_not_done", condition=Q(done_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.filename or str(self.id)


class BatchPart(models.Model):
    """A part of a batch's bytes; deleted when the batch is ingested."""

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["batch", "number"], name="batch_part_once")]

    def __str__(self) -> str:
        return f"{self.batch_id} {self.number}"


class BatchFile(models.Model):
    """A file of a batch: a member of its archive, or the one file that it is. Its name is only shown."""

    batch = models.ForeignKey(Batch, models.CASCADE, verbose_name=_("batch"), related_name="files")
    number = models.PositiveIntegerField(_("number"))
    position = models.PositiveIntegerField(_("number in the archive"), default=0)
    name = models.CharField(_("file name"), max_length=LINE, blank=True)
    size = models.PositiveBigIntegerField(_("bytes"))
    upload = models.OneToOneField("archive.Upload", models.SET_NULL, related_name="batch_file", null=True, blank=True)
    error: DocumentField[FileError | None, FileError | None] = DocumentField(_("error"), null=True, blank=True)

    original = b""
    """The bytes of a file that is converted, while it is read; they become its upload's."""

    class Meta:
        verbose_name = _("file of a batch")
        verbose_name_plural = _("files of batches")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["batch", "number"], name="batch_file_once")]

    def __str__(self) -> str:
        return self.name or str(self.number)


class BatchEntry(models.Model):
    """A match in a file of a batch: newly stored (``fresh``) or stored before. ``error``: why the record cannot be read; one that
    is not converted has an error and never had a match."""

    batch = models.ForeignKey(Batch, models.CASCADE, verbose_name=_("batch"), related_name="entries")
    file = models.ForeignKey(BatchFile, models.CASCADE, verbose_name=_("file"), related_name="entries")
    number = models.PositiveIntegerField(_("number in the file"))
    first_line = models.PositiveIntegerField(_("first line"))
    match = models.ForeignKey("archive.Match", models.SET_NULL, related_name="batch_entries", null=True, blank=True)
    fresh = models.BooleanField(_("new"))
    error: DocumentField[FileError | None, FileError | None] = DocumentField(_("error"), null=True, blank=True)

    class Meta:
        verbose_name = _("match of a batch")
        verbose_name_plural = _("matches of batches")
        ordering = ["file__number", "number"]
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="batch_entry_once")]

    def __str__(self) -> str:
        return f"{self.file_id} {self.number}"
