"""What is stored of verdicts: judgements with their findings as rows, and what standings and figures need of them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.archive.matches.models import SHA256, Match, MatchSeat
from records.core.db.fields import Document, DocumentField
from records.core.ops.erasure import Expiring
from records.core.rules_line import RULES
from referee.core.verdict import Checked


class Judgement(Expiring):
    """The verdict of an engine version on a record by a rulebook edition. Judging again adds a row.

    ``rules`` are those that were put in the place of the record's own, to see what would be; empty for what it says itself.
    ``rounds_checked`` of its ``rounds`` were checked (``referee.core.verdict.checked_in``). ``shown_as`` is the status that
    people see: ``unchecked`` in place of ``clean`` where something was taken on the record's word.
    """

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    append_only = True
    changeable = ("counted",)
    tombstone_of = "verdict"

    match = models.ForeignKey(Match, models.CASCADE, verbose_name=_("match"), related_name="judgements")
    engine_version = models.CharField(_("engine"), max_length=40)
    rulebook_edition = models.CharField(_("rulebook edition"), max_length=100)
    record_sha256 = models.CharField(_("record"), max_length=SHA256)
    rules = models.CharField(_("rules instead"), max_length=RULES, default="")
    status = models.CharField(_("verdict"), max_length=10)
    verdict: DocumentField[Document, Document] = DocumentField(_("document"))
    findings_count = models.PositiveIntegerField(_("findings"), default=0)
    shown_as = models.CharField(max_length=10, default="")
    rounds = models.PositiveIntegerField(default=0)
    rounds_checked = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    counted = models.BooleanField(_("counted by seat"), default=False)

    class Meta:
        verbose_name = _("judgement")
        verbose_name_plural = _("judgements")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "engine_version", "rulebook_edition", "record_sha256", "rules"], name="judged_once_per_engine"
            )
        ]
        indexes = [
            models.Index(fields=["shown_as"], name="judgement_shown_as"),
            models.Index(fields=["id"], name="judgement_uncounted", condition=Q(counted=False)),
        ]

    def __str__(self) -> str:
        return f"{self.status} ({self.engine_version})"

    @property
    def checked(self) -> Checked:
        """How many rounds were checked, of how many."""
        return Checked(self.rounds_checked, self.rounds)


class VerdictSummary(models.Model):
    """The parts of a verdict that rulings and standings need, so that they read no record, and the result of its table.

    ``document`` is the summary (``ranking.summary`` of ``referee.tournament``), ``table_result`` what came of the match where
    nobody ruled on it (``ranking.table_result``). Written with the judgement, for the matches of clubs.

    ``rounds`` counts the settled rounds, ``drawn`` those of them without a win, ``wins`` their wins, and ``dealt_in`` the wins on
    another seat's tile.
    """

    judgement = models.OneToOneField(Judgement, models.CASCADE, primary_key=True, related_name="summary")
    document: DocumentField[Document, Document] = DocumentField()
    table_result: DocumentField[Document, Document] = DocumentField()
    rounds = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    dealt_in = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.judgement_id)


class Finding(models.Model):
    """A finding of a judgement as a row to search by; the verdict's document holds all of it."""

    judgement = models.ForeignKey(Judgement, models.CASCADE, related_name="findings")
    round = models.PositiveIntegerField(_("round"))
    move = models.PositiveIntegerField(_("move"))
    seat = models.CharField(_("seat"), max_length=8)
    offender_seat = models.ForeignKey(
        MatchSeat,
        models.SET_NULL,
        related_name="findings",
        null=True,
    )
    code = models.CharField(_("code"), max_length=40)
    severity = models.CharField(_("severity"), max_length=10)
    clause = models.CharField(_("clause"), max_length=20)
    token = models.TextField(_("token"))
    line = models.PositiveIntegerField(_("line"), null=True)
    column = models.PositiveIntegerField(_("column"), null=True)
    message: DocumentField[dict[str, str], dict[str, str]] = DocumentField()

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        ordering = ["id"]
        indexes = [models.Index(fields=["code"], name="finding_code")]

    def __str__(self) -> str:
        return f"{self.round}.{self.move} {self.code}"


class SeatResult(models.Model):
    """What a judgement gives to the person in a seat: all rounds they sat in, and of the settled ones points, wins and the rest.

    ``won`` and ``dealt_in`` count rounds, ``wins`` single wins; in a game of places the first place is the win. ``value`` is the
    sum of the ``valued`` wins, those whose value is known. ``checked`` counts the rounds at whose end the seat was paid, or paid,
    for being ready or not, ``ready`` those at whose end it was paid.

    Written with the judgement, for the matches of clubs. A player's figures are sums of those of current judgements.
    """

    judgement = models.ForeignKey(Judgement, models.CASCADE, related_name="seat_results")
    seat = models.ForeignKey(MatchSeat, models.CASCADE, related_name="results", db_index=False)
    sat = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField()
    points = models.BigIntegerField()
    wins = models.PositiveIntegerField()
    won = models.PositiveIntegerField(default=0)
    dealt_in = models.PositiveIntegerField(default=0)
    value = models.BigIntegerField(default=0)
    valued = models.PositiveIntegerField(default=0)
    checked = models.PositiveIntegerField(default=0)
    ready = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "judgement"], name="seat_counted_once")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.points:+d}"


class SeatFan(models.Model):
    """A fan that the person in a seat won with, and in how many wins of settled rounds; written with the seat's result."""

    judgement = models.ForeignKey(Judgement, models.CASCADE, related_name="seat_fans")
    seat = models.ForeignKey(MatchSeat, models.CASCADE, related_name="fans", db_index=False)
    code = models.CharField(max_length=40)
    times = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "judgement", "code"], name="seat_fan_counted_once")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.code} {self.times}"
