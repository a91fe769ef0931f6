"""The tables of jobs: work that takes many steps, how far each has come, and the bytes that it works on or makes."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import Document, DocumentField


class Job(models.Model):
    """Work that takes many steps. A kind with facts of its own extends this model; the others keep them in ``facts``.

    ``kind`` is the name of a registered ``Kind``. ``subject`` names what the job is for, such as ``club:7``: of a kind and a
    subject at most one job is open. ``cursor`` says where to continue and ``counts`` what was done; both change in the
    transaction that stores a step. ``steps`` numbers the steps: of two workers at the same step one stores it.
    ``attempts`` counts the claims since the last stored step.
    """

    class State(models.TextChoices):
        """How far the job has come."""

        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    OPEN = (State.PENDING, State.RUNNING)
    """The states of a job that has not ended."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=60)
    facts: DocumentField[Document, Document] = DocumentField(default=dict)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    created_at = models.DateTimeField(default=timezone.now)

    state = models.CharField(max_length=9, choices=State.choices, default=State.PENDING)
    cursor: DocumentField[Document, Document] = DocumentField(default=dict)
    counts: DocumentField[dict[str, int], dict[str, int]] = DocumentField(default=dict)
    error: DocumentField[Document | None, Document | None] = DocumentField(null=True)
    steps = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    touched_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                name="job_once_at_a_time",
                condition=Q(state__in=["pending", "running"]) & ~Q(subject=""),
            )
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="job_newest"),
            models.Index(fields=["kind", "subject", "-created_at"], name="job_of_subject"),
            models.Index(fields=["touched_at"], name="job_open", condition=Q(state__in=["pending", "running"])),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def finished(self) -> bool:
        """Whether the job has ended."""
        return self.state not in self.OPEN

    @classmethod
    def of(cls, kind: str, subject: str) -> QuerySet[Job]:
        """The jobs of a kind for a subject, the newest first."""
        return Job.objects.filter(kind=kind, subject=subject).order_by("-created_at", "-id")


class JobPart(models.Model):
    """A part of the bytes that a job works on or has made."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["job", "number"], name="job_part_once")]

    def __str__(self) -> str:
        return f"{self.job_id} {self.number}"
