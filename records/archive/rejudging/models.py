"""What is stored of re-judgings: the request, the progress, and every match whose verdict differs."""

from __future__ import annotations

from django.db import models

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, Document, DocumentField
from records.core.queue.models import Job
from records.core.rules_line import RULES


class Rejudging(Job):
    """The judging again of a club's matches, or of the whole service's: those that fit the filters and were stored before it
    began.

    ``rules`` are put in the place of what the records say. ``apply``: the new verdicts become the current ones; without it
    they are stored beside them. The cursor has the last match that was judged, ``after`` which the others come in the order of
    their ids, and how many of those are to be judged singly (``careful``).
    """

    job = models.OneToOneField(Job, models.CASCADE, parent_link=True, primary_key=True)
    club = models.ForeignKey(Club, models.CASCADE, related_name="rejudgings", null=True)
    filters: DocumentField[dict[str, str], dict[str, str]] = DocumentField(default=dict)
    rules = models.CharField(max_length=RULES)
    apply = models.BooleanField(default=False)
    engine_version = models.CharField(max_length=40)
    summary: DocumentField[Document, Document] = DocumentField(default=dict)

    def __str__(self) -> str:
        return str(self.pk)


class Difference(models.Model):
    """A match whose new verdict differs from the old one, or on which the engine failed.

    ``kinds`` are the words of ``rejudging.verdict_diff``, with a space around each. ``new`` is None where the referee
    failed (``error``), or where the same engine says something else than it said then: that is reported, and changes nothing.
    """

    rejudging = models.ForeignKey(Rejudging, models.CASCADE, related_name="differences")
    match = models.ForeignKey("archive.Match", models.CASCADE, related_name="differences")
    old = models.ForeignKey("archive.Judgement", models.SET_NULL, related_name="+", null=True)
    new = models.ForeignKey("archive.Judgement", models.SET_NULL, related_name="+", null=True)
    kinds = models.CharField(max_length=LINE)
    document: DocumentField[Document, Document] = DocumentField(default=dict)
    error = models.TextField()

    class Meta:
        ordering = ["match_id"]
        constraints = [models.UniqueConstraint(fields=["rejudging", "match"], name="difference_once")]

    def __str__(self) -> str:
        return f"{self.match_id}:{self.kinds}"
