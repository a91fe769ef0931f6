"""What is stored of an event's penalties: those given, and the event's own catalogues."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from records.core.db.fields import LINE, DocumentField
from records.tournament.events.models import Entrant, Event, Table
from referee.rulebook.penalties import EFFECTS

CODE = 40


class Penalty(models.Model):
    """A penalty that an arbiter gave to an entrant; or, with ``cancels``, a further entry that takes an earlier one back (PEN-2).

    It keeps what the catalogue said when it was given: the grade with its name and effect, the offence with its name. ``match``
    is the match of its table where there was one; ``round`` and ``move`` are the moment in it; ``finding`` is the key of the
    finding that proposed it.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row.
    """

    append_only = True

    # No constraints of the database point here: emptying other tables must not ask this one. Django protects instead.
    event = models.ForeignKey(Event, models.PROTECT, related_name="penalties", db_constraint=False)
    number = models.PositiveIntegerField()
    entrant = models.ForeignKey(Entrant, models.DO_NOTHING, related_name="penalties", db_constraint=False)
    entrant_name = models.CharField(max_length=LINE)
    stage = models.PositiveSmallIntegerField()
    table = models.ForeignKey(Table, models.DO_NOTHING, related_name="penalties", db_constraint=False, null=True)
    match = models.UUIDField(null=True)
    seat = models.CharField(max_length=8)
    cancels = models.PositiveIntegerField(null=True)
    grade = models.CharField(max_length=CODE)
    name: DocumentField[dict[str, str], dict[str, str]] = DocumentField()
    effect = models.CharField(max_length=CODE)
    amount = models.CharField(max_length=15)
    offence = models.CharField(max_length=CODE)
    said: DocumentField[dict[str, str], dict[str, str]] = DocumentField(default=dict)
    reason = models.TextField()
    clause = models.CharField(max_length=CODE)
    round = models.PositiveIntegerField(default=0)
    move = models.PositiveIntegerField(default=0)
    finding: DocumentField[dict[str, Any] | None, dict[str, Any] | None] = DocumentField(null=True)
    arbiter = models.PositiveBigIntegerField()
    arbiter_name = models.CharField(max_length=LINE)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        managed = False
        db_table = "tournament_penalty"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="penalty_numbered_once"),
            models.UniqueConstraint(fields=["event", "cancels"], name="penalty_cancelled_once"),
            models.CheckConstraint(condition=Q(effect__in=list(EFFECTS)), name="penalty_effect_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.grade}"


class PenaltyCatalogue(models.Model):
    """A version of an event's own catalogue of penalties, as it was written; without a text the built-in one is used again."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="catalogues")
    number = models.PositiveIntegerField()
    form = models.CharField(max_length=4)
    text = models.TextField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="catalogue_numbered_once")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.number}"
