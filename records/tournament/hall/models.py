"""What is stored of calls for a referee from an event's tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.tournament.events.models import Event, Table

TEXT = 500
"""Characters of what a call says in words, and of its outcome."""


class RefereeCall(models.Model):
    """A call for a referee from a table. It is open until it is closed; a referee takes it before.

    ``seat`` is whose link called, empty where the table's own did. ``withdrawn``: who called took the call back.
    """

    class Reason(models.TextChoices):
        """Why a table calls."""

        RULE = "rule", _("a question about a rule")
        DISPUTE = "dispute", _("a dispute about a claim or a win")
        PIECES = "pieces", _("too many or too few tiles or cards")
        SCORE = "score", _("points or payments")
        SLOW = "slow", _("slow play")
        ABSENT = "absent", _("somebody is missing")
        OTHER = "other", _("something else")

    event = models.ForeignKey(Event, models.CASCADE, related_name="calls")
    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    seat = models.CharField(max_length=8)
    reason = models.CharField(max_length=8, choices=Reason.choices)
    text = models.CharField(max_length=TEXT)
    called_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    called_at = models.DateTimeField(default=timezone.now)
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    taken_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    closed_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=TEXT)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        app_label = "tournament"
        ordering = ["called_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(closed_at=None), name="call_open_once_per_table"),
            models.CheckConstraint(
                condition=Q(reason__in=["rule", "dispute", "pieces", "score", "slow", "absent", "other"]),
                name="call_reason_known",
            ),
        ]
        indexes = [models.Index(fields=["event", "closed_at"], name="call_of_event")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.reason}"

    @property
    def state(self) -> str:
        """``open``, ``taken``, ``closed`` or ``withdrawn``."""
        if self.closed_at is not None:
            return "withdrawn" if self.withdrawn else "closed"
        return "taken" if self.taken_at is not None else "open"
