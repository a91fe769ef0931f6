"""What is stored of the drawings of rounds."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from records.core.db.fields import Document, DocumentField
from records.tournament.events.models import Event, Stage


class Draw(models.Model):
    """A drawing of consecutive rounds of a stage: from this seed and these people the same comes out again.

    ``options`` are what was asked for besides, ``counts`` what the drawing is worth. Where its rounds were undone from one on,
    ``undone_from`` is the first of them; the drawing itself stays on record.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="draws")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    first = models.PositiveSmallIntegerField()
    last = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=20)
    seed = models.PositiveBigIntegerField()
    steps = models.PositiveIntegerField(default=0)
    counts: DocumentField[dict[str, int], dict[str, int]] = DocumentField(default=dict)
    options: DocumentField[Document, Document] = DocumentField(default=dict)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    drawn_at = models.DateTimeField(default=timezone.now)
    undone_from = models.PositiveSmallIntegerField(null=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.first}–{self.last} {self.method} {self.seed}"

    @property
    def stands(self) -> range:
        """The numbers of its rounds that were not undone."""
        return range(self.first, (self.undone_from or self.last + 1))

    def option(self, name: str, default: Any = None) -> Any:
        """One of its options."""
        return self.options.get(name, default)
