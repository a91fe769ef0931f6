"""The model of rulings. A ruling is never changed: a later one on the same finding supersedes it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.db.fields import LINE, DocumentField
from records.events.models import Event


class Ruling(models.Model):
    """An arbiter's decision on a finding of a match of an event, or on a round without a score.

    The finding is named, not pointed at: by round, move, seat, code, clause, and which of those that are alike it is. So a
    ruling speaks of the same finding after the match is judged again. ``code`` is empty where it is on a round as such.
    ``scores`` are those that count for the round (round 0: for the match) where they are corrected.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row.
    """

    class Decision(models.TextChoices):
        """What an arbiter can decide on a finding."""

        UPHELD = "upheld", _("upheld")
        OVERRULED = "overruled", _("overruled")
        CORRECTED = "corrected", _("corrected")

    # No constraints of the database point here: emptying other tables must not ask this one. Django protects instead.
    event = models.ForeignKey(Event, models.PROTECT, verbose_name=_("event"), related_name="rulings", db_constraint=False)
    number = models.PositiveIntegerField(_("number"))
    match = models.ForeignKey(
        "records.Match", models.PROTECT, verbose_name=_("match"), related_name="rulings", db_constraint=False
    )
    judgement = models.ForeignKey(
        "records.Judgement", models.PROTECT, verbose_name=_("judgement"), related_name="rulings", db_constraint=False
    )
    round = models.PositiveIntegerField(_("round"))
    move = models.PositiveIntegerField(_("move"))
    seat = models.CharField(_("seat"), max_length=8, blank=True)
    code = models.CharField(_("code"), max_length=40, blank=True)
    clause = models.CharField(_("clause"), max_length=20, blank=True)
    nth = models.PositiveIntegerField(_("which of those alike"), default=1)
    decision = models.CharField(_("decision"), max_length=9, choices=Decision.choices)
    scores: DocumentField[dict[str, int] | None, dict[str, int] | None] = DocumentField(_("scores"), null=True, blank=True)
    reason = models.TextField(_("reason"))
    arbiter = models.PositiveBigIntegerField(_("account"))
    arbiter_name = models.CharField(_("arbiter"), max_length=LINE)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        managed = False
        db_table = "records_ruling"
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ruling_numbered_once"),
            models.CheckConstraint(condition=Q(decision__in=["upheld", "overruled", "corrected"]), name="ruling_decision_known"),
            models.CheckConstraint(
                condition=Q(decision="corrected", scores__isnull=False) | Q(~Q(decision="corrected"), scores__isnull=True),
                name="ruling_scores_where_corrected",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.decision}"
