"""What is stored of mistakes: those of each match, and how far an account has learnt them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.archive.matches.models import Match
from records.archive.players.models import PlayerAlias

DEAREST = ("-points", "-steps", "-live", "id")
"""The order of mistakes, the dearest first: that of ``referee.dearness``."""


class Mistake(models.Model):
    """A choice that left its seat worse than the best one there was, as the review of its round says.

    ``move`` is the number that the review has for it. ``points``: what it gave away at once, 0 also where nobody can say;
    ``steps``: tiles further from ready; ``live``: fewer live tiles at the same distance. ``alias`` is who sat there then.
    """

    class What(models.TextChoices):
        """What there was to choose."""

        DISCARD = "discard", _("discard")
        WIN = "win", _("win")
        CLAIM = "claim", _("claim")
        KONG = "kong", _("kong")

    match = models.ForeignKey(Match, models.CASCADE, related_name="mistakes", db_index=False)
    alias = models.ForeignKey(PlayerAlias, models.CASCADE, related_name="mistakes", db_index=False)
    round = models.PositiveIntegerField()
    move = models.PositiveIntegerField()
    seat = models.CharField(max_length=8)
    what = models.CharField(max_length=8, choices=What.choices)
    points = models.PositiveIntegerField(default=0)
    steps = models.PositiveSmallIntegerField(default=0)
    live = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = DEAREST
        constraints = [models.UniqueConstraint(fields=["match", "round", "move", "seat", "what"], name="mistake_once")]
        indexes = [models.Index(fields=["alias", *DEAREST], name="mistake_dearest")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.round}.{self.move} {self.seat} {self.what}"


class PuzzleProgress(models.Model):
    """How far an account has come with a mistake as a puzzle. ``streak``: how often it was right in a row; ``due_at``: from when
    on it is asked again, None once it is learnt."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzles", db_index=False)
    mistake = models.ForeignKey(Mistake, models.CASCADE, related_name="progress")
    streak = models.PositiveSmallIntegerField(default=0)
    answers = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "mistake"], name="puzzle_once_per_account")]
        indexes = [models.Index(fields=["user", "due_at"], name="puzzle_due")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.mistake_id}"
