"""What is stored of batches beside their bytes, which are parts of the job: their files, and which match came from which file.

A batch is one upload of many matches. The matches are stored like any others; deleting a batch deletes none.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from django.db import models
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, DocumentField
from records.core.queue.models import Job
from records.core.rules_line import RULES

KIND = "batch"
"""The kind of the jobs that ingest batches."""


class FileError(TypedDict):
    """Why a file or a match cannot be read: a code for programs, a stored sentence, and the place where that is known."""

    code: str
    message: dict[str, Any]
    line: NotRequired[int]
    column: NotRequired[int]
    source_place: NotRequired[dict[str, Any]]


class Batch(Job):
    """One upload of many matches, and the job that ingests it.

    Its cursor is the next ``file`` and how many matches of that file are stored; it counts the matches ``stored`` and the
    ``bytes`` read. How far the batch is judged follows from the states of its matches. ``done_at``: since when nothing more
    happens by itself.
    """

    job = models.OneToOneField(Job, models.CASCADE, parent_link=True, primary_key=True)
    filename = models.CharField(_("file name"), max_length=LINE, blank=True)
    media_type = models.CharField(_("media type"), max_length=100)
    form = models.CharField(_("form"), max_length=6)
    sha256 = models.CharField("SHA-256", max_length=64)
    size = models.PositiveBigIntegerField(_("bytes"))
    unpacked = models.PositiveBigIntegerField(_("bytes unpacked"))
    public = models.BooleanField(_("public"), default=False)
    game = models.CharField(_("game, where a file does not say it"), max_length=LINE, db_default="", blank=True)
    rules = models.CharField(_("rules, where a file does not say them"), max_length=RULES, db_default="", blank=True)
    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="batches", null=True, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    class Meta:
        verbose_name = _("batch")
        verbose_name_plural = _("batches")
        indexes = [models.Index(fields=["done_at"], name="batch_not_done", condition=models.Q(done_at__isnull=True))]

    def __str__(self) -> str:
        return self.filename or str(self.pk)

    @property
    def next_file(self) -> int:
        """The number of the file to continue with."""
        number: int = self.cursor.get("file", 1)
        return number

    @property
    def next_match(self) -> int:
        """How many matches of that file are stored."""
        count: int = self.cursor.get("match", 0)
        return count


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
