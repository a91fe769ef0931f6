"""What is stored of score sheets: a sheet for a table, its rounds, and who confirmed them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import LINE, Document, DocumentField
from records.core.rules_line import RULES
from records.tournament.events.models import Table

SENTENCE = 500
"""Characters of an objection, and of a reason, at most."""


class ScoreSheet(models.Model):
    """The score sheet of a table, kept while its match is played, and the match that was made of it.

    It is made with its first round. A table with a sheet is not deleted. ``made`` are the ids of all matches that were made of
    it: where its ``match`` is none of them, somebody has corrected it by hand.
    """

    class State(models.TextChoices):
        """Whether it is still written on."""

        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")

    table = models.OneToOneField(Table, models.PROTECT, related_name="sheet")
    state = models.CharField(max_length=8, default=State.OPEN)
    game = models.CharField(max_length=LINE)
    rules = models.CharField(max_length=RULES)
    base = models.PositiveIntegerField(null=True)
    match = models.ForeignKey("archive.Match", models.SET_NULL, related_name="sheets", null=True)
    made: DocumentField[list[str], list[str]] = DocumentField(default=list)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "tournament"
        ordering = ["id"]
        constraints = [models.CheckConstraint(condition=Q(state__in=["open", "finished"]), name="sheet_state_known")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.state}"

    @property
    def corrected_by_hand(self) -> bool:
        """Whether its match is a record that somebody uploaded in the place of the one that was made of the sheet."""
        return self.match is not None and not self.match.is_deleted and str(self.match.pk) not in self.made


class SheetRound(models.Model):
    """A round of a score sheet: ``entry`` is a round of a record in JSON form, None where it was struck out.

    ``version`` counts its changes: whoever changes it says which one they have seen.
    """

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    entry: DocumentField[Document | None, Document | None] = DocumentField(null=True)
    version = models.PositiveIntegerField(default=1)
    entered_by = models.CharField(max_length=LINE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    entered_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "tournament"
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["sheet", "number"], name="sheet_round_once")]

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.number}"


class SheetConfirmation(models.Model):
    """What a seat said to a round as it stood, or that a scorer closed it: ``digest`` is of what it was said to.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row.
    """

    append_only = True

    class What(models.TextChoices):
        """What was said."""

        CONFIRMED = "confirmed", _("confirmed")
        OBJECTED = "objected", _("objected")
        CLOSED = "closed", _("closed")

    sheet = models.ForeignKey(ScoreSheet, models.PROTECT, related_name="confirmations", db_constraint=False)
    round = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    what = models.CharField(max_length=9)
    seat = models.CharField(max_length=8)
    name = models.CharField(max_length=LINE)
    user = models.PositiveBigIntegerField(null=True)
    text = models.CharField(max_length=SENTENCE)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "tournament"
        managed = False
        db_table = "tournament_sheetconfirmation"
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(what__in=["confirmed", "objected", "closed"]), name="sheet_confirmation_known")
        ]
        indexes = [models.Index(fields=["sheet", "round"], name="confirmation_by_round")]

    def __str__(self) -> str:
        return f"{self.round} {self.seat} {self.what}"
