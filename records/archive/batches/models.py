"""What is stored of batches beside their bytes, which are parts of the job: their files, and which match came from which file.

A batch is one upload of many matches. The matches are stored like any others; deleting a batch deletes none.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from django.db import models

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
    filename = models.CharField(max_length=LINE)
    media_type = models.CharField(max_length=100)
    form = models.CharField(max_length=6)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    unpacked = models.PositiveBigIntegerField()
    public = models.BooleanField(default=False)
    game = models.CharField(max_length=LINE, db_default="")
    rules = models.CharField(max_length=RULES, db_default="")
    club = models.ForeignKey(Club, models.PROTECT, related_name="batches", null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
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

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="files")
    number = models.PositiveIntegerField()
    position = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=LINE)
    size = models.PositiveBigIntegerField()
    upload = models.OneToOneField("archive.Upload", models.SET_NULL, related_name="batch_file", null=True)
    error: DocumentField[FileError | None, FileError | None] = DocumentField(null=True)

    original = b""
    """The bytes of a file that is converted, while it is read; they become its upload's."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["batch", "number"], name="batch_file_once")]

    def __str__(self) -> str:
        return self.name or str(self.number)


class BatchEntry(models.Model):
    """A match in a file of a batch: newly stored (``fresh``) or stored before. ``error``: why the record cannot be read; one that
    is not converted has an error and never had a match."""

    batch = models.ForeignKey(Batch, models.CASCADE, related_name="entries")
    file = models.ForeignKey(BatchFile, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    first_line = models.PositiveIntegerField()
    match = models.ForeignKey("archive.Match", models.SET_NULL, related_name="batch_entries", null=True)
    fresh = models.BooleanField()
    error: DocumentField[FileError | None, FileError | None] = DocumentField(null=True)

    class Meta:
        ordering = ["file__number", "number"]
        constraints = [models.UniqueConstraint(fields=["file", "number"], name="batch_entry_once")]

    def __str__(self) -> str:
        return f"{self.file_id} {self.number}"
