"""What is stored of matches that are refereed while they are played: the table, and what was written at it, line by line."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, Document, DocumentField
from records.tournament.events.models import Table

DELAY = 300
"""Seconds after which watchers see all hands, where nobody says otherwise."""
AT_ONCE = 40
"""Lines that are stored in a row at most, and frames that are given at once."""


class LiveTable(models.Model):
    """A match that is written down while it is played.

    ``at`` is the table of an event where it is played, ``header`` its record without rounds, in JSON form. ``delay``: seconds
    after which watchers see what is hidden. ``written`` counts its lines, ``size`` their bytes. ``progress`` is what everybody at
    the table knows of how far it is: its ``round`` and ``move``, the line by which that round ``begins``, how many ``rounds`` are
    over, their ``scores``; empty before the first line. ``match`` is what became of it.
    """

    class State(models.TextChoices):
        """Whether it is still written at."""

        OPEN = "open", _("open")
        ENDED = "ended", _("ended")
        IDLE = "idle", _("closed, since nothing came any more")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.PROTECT, related_name="live_tables", null=True)
    at = models.ForeignKey(Table, models.SET_NULL, related_name="live_tables", null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="live_tables", null=True)
    state = models.CharField(max_length=5, default=State.OPEN)
    game = models.CharField(max_length=LINE)
    header: DocumentField[Document, Document] = DocumentField()
    delay = models.PositiveIntegerField(default=DELAY)
    public = models.BooleanField(default=False)
    written = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)
    progress: DocumentField[Document, Document] = DocumentField(default=dict)
    match = models.ForeignKey("archive.Match", models.SET_NULL, related_name="live_tables", null=True)
    opened_at = models.DateTimeField(default=timezone.now)
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "tournament"
        ordering = ["-opened_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["open", "ended", "idle"]), name="live_table_state_known"),
            models.UniqueConstraint(fields=["at"], condition=Q(state="open"), name="live_table_open_once"),
        ]
        indexes = [models.Index(fields=["written_at"], name="live_tables_open", condition=Q(state="open"))]

    def __str__(self) -> str:
        return f"{self.pk} {self.state}"


class LiveLines(models.Model):
    """Some lines that came to a live table at once, ``first`` to ``last``, and what watchers are shown of them.

    That is a document for each line, made when the line was written. Nothing of it is ever changed. ``begins`` is the line by
    which the round began that the last of them is of.

    ``open`` is the text of what everybody at the table sees, ``whole`` that of all hands; both are compressed.
    """

    fixed = ("live_table", "first", "last", "begins", "lines", "open", "whole", "user", "at")

    live_table = models.ForeignKey(LiveTable, models.CASCADE, related_name="lines")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    begins = models.PositiveIntegerField()
    lines: DocumentField[list[Any], list[Any]] = DocumentField()
    open = models.BinaryField()
    whole = models.BinaryField()
    user = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "tournament"
        ordering = ["first"]
        constraints = [models.UniqueConstraint(fields=["live_table", "first"], name="live_line_once")]

    def __str__(self) -> str:
        return f"{self.live_table_id} {self.first}"

    @classmethod
    def between(cls, table_id: uuid.UUID, after: int, until: int) -> models.QuerySet[LiveLines]:
        """The rows that have the lines of a table after a number, up to another."""
        near = cls.objects.filter(live_table=table_id, first__gt=after - AT_ONCE, first__lte=until)
        return near.filter(last__gt=after).order_by("first")
