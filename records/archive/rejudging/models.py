"""What is stored of re-judgings: the request, the progress, and every match whose verdict differs."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, Document, DocumentField
from records.core.queue.jobs import Job
from records.core.rules_line import RULES


class Rejudging(Job):
    """The judging again of a club's matches, or of the whole service's: those that fit the filters and were stored before it
    began.

    ``rules`` are put in the place of what the records say. ``apply``: the new verdicts become the current ones; without it
    they are stored beside them. ``after`` is the last match that was judged, in the order of ids; it moves in the transaction
    that stores what came of those before.
    """

    class State(models.TextChoices):
        """How far the re-judging has come."""

        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")

    CLAIMED = State.RUNNING

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, verbose_name=_("club"), related_name="rejudgings", null=True, blank=True)
    filters: DocumentField[dict[str, str], dict[str, str]] = DocumentField(_("filters"), default=dict)
    rules = models.CharField(_("rules"), max_length=RULES, blank=True)
    apply = models.BooleanField(_("becomes current"), default=False)
    engine_version = models.CharField(_("engine"), max_length=40)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("created by"), related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PENDING)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    careful = models.PositiveSmallIntegerField(_("matches to be taken singly"), default=0)
    after = models.UUIDField(_("last match"), null=True, blank=True)
    total = models.PositiveIntegerField(_("matches"), null=True, blank=True)
    same = models.PositiveIntegerField(_("the same"), default=0)
    differing = models.PositiveIntegerField(_("differing"), default=0)
    failed = models.PositiveIntegerField(_("failed"), default=0)
    skipped = models.PositiveIntegerField(_("left alone"), default=0)
    summary: DocumentField[Document, Document] = DocumentField(_("summary"), default=dict)

    class Meta:
        verbose_name = _("judging again")
        verbose_name_plural = _("judging again")
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["club", "-created_at", "-id"], name="rejudging_newest"),
            models.Index(fields=["touched_at"], name="rejudging_unfinished", condition=Q(state__in=["pending", "running"])),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def done(self) -> int:
        """The number of matches judged again so far."""
        return self.same + self.differing + self.failed + self.skipped

    @property
    def finished(self) -> bool:
        """Whether the re-judging has ended."""
        return self.state in (self.State.DONE, self.State.CANCELLED)


class Difference(models.Model):
    """A match whose new verdict differs from the old one, or on which the engine failed.

    ``kinds`` are the words of ``rejudging.verdict_diff``, with a space around each. ``new`` is None where the referee
    failed (``error``), or where the same engine says something else than it said then: that is reported, and changes nothing.
    """

    rejudging = models.ForeignKey(Rejudging, models.CASCADE, related_name="differences")
    match = models.ForeignKey("archive.Match", models.CASCADE, verbose_name=_("match"), related_name="differences")
    old = models.ForeignKey("archive.Judgement", models.SET_NULL, related_name="+", null=True, blank=True)
    new = models.ForeignKey("archive.Judgement", models.SET_NULL, related_name="+", null=True, blank=True)
    kinds = models.CharField(_("kinds"), max_length=LINE)
    document: DocumentField[Document, Document] = DocumentField(_("document"), default=dict)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        verbose_name = _("difference")
        verbose_name_plural = _("differences")
        ordering = ["match_id"]
        constraints = [models.UniqueConstraint(fields=["rejudging", "match"], name="difference_once")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.kinds}"
