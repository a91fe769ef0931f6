"""What is stored of players' appeals: against what, in what words, and how an arbiter answered."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import LINE, DocumentField
from records.tournament.events.models import Entrant, Event, Table


class Appeal(models.Model):
    """A player's appeal against a finding, a ruling or a penalty, made by the link of a table.

    ``finding`` is the key of the finding, ``of`` the number of the ruling or the penalty. ``player`` is the name at the seat,
    ``entrant`` who that was where it was known.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row.
    """

    append_only = True

    class Against(models.TextChoices):
        """What a player can appeal against."""

        FINDING = "finding", _("finding")
        RULING = "ruling", _("ruling")
        PENALTY = "penalty", _("penalty")

    # No constraints of the database point here: emptying other tables must not ask this one. Django protects instead.
    event = models.ForeignKey(Event, models.PROTECT, related_name="appeals", db_constraint=False)
    number = models.PositiveIntegerField()
    table = models.ForeignKey(Table, models.DO_NOTHING, related_name="appeals", db_constraint=False)
    match = models.UUIDField(null=True)
    seat = models.CharField(max_length=8)
    player = models.CharField(max_length=LINE)
    entrant = models.ForeignKey(Entrant, models.DO_NOTHING, related_name="appeals", db_constraint=False, null=True)
    against = models.CharField(max_length=7)
    finding: DocumentField[dict[str, Any] | None, dict[str, Any] | None] = DocumentField(null=True)
    of = models.PositiveIntegerField(null=True)
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        managed = False
        db_table = "tournament_appeal"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="appeal_numbered_once"),
            models.CheckConstraint(condition=Q(against__in=["finding", "ruling", "penalty"]), name="appeal_against_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.against}"


class AppealAnswer(models.Model):
    """An arbiter's answer to an appeal, given once: ``upheld`` or ``dismissed``. ``ruling`` is the ruling given with it.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row.
    """

    append_only = True

    class Outcome(models.TextChoices):
        """How an appeal is answered."""

        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("dismissed")

    appeal = models.OneToOneField(Appeal, models.PROTECT, related_name="answer", db_constraint=False)
    outcome = models.CharField(max_length=9)
    reason = models.TextField()
    ruling = models.PositiveIntegerField(null=True)
    arbiter = models.PositiveBigIntegerField()
    arbiter_name = models.CharField(max_length=LINE)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        managed = False
        db_table = "tournament_appealanswer"
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=Q(outcome__in=["upheld", "dismissed"]), name="appeal_outcome_known")]

    def __str__(self) -> str:
        return f"{self.appeal_id} {self.outcome}"
