"""What is stored of visitors: a file that somebody dropped, and its matches with their verdicts. All of it goes after a day."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.archive.matches.models import SHA256
from records.core.db.fields import LINE, Document, DocumentField
from records.core.rules_line import RULES


class VisitorFile(models.Model):
    """A dropped file. ``network`` and ``browser``: keyed digests of where it came from; ``size``: the bytes that it counts for;
    ``complete``: whether all its matches were judged."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    filename = models.CharField(_("file name"), max_length=LINE, blank=True)
    network = models.CharField(_("network"), max_length=SHA256)
    browser = models.CharField(_("browser"), max_length=SHA256)
    size = models.PositiveBigIntegerField(_("bytes"))
    complete = models.BooleanField(_("complete"), default=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))

    class Meta:
        verbose_name = _("file of a visitor")
        verbose_name_plural = _("files of visitors")
        ordering = ["created_at"]
        indexes = [
            models.Index(fields=["created_at"], name="visitor_file_oldest"),
            models.Index(fields=["network", "created_at"], name="visitor_file_of_network"),
            models.Index(fields=["expires_at"], name="visitor_file_expired"),
        ]

    def __str__(self) -> str:
        return self.filename or str(self.id)


class VisitorMatch(models.Model):
    """A match of such a file. The verdict is stored as its readers get it, with the names of the players."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    file = models.ForeignKey(VisitorFile, models.CASCADE, verbose_name=_("file"), related_name="matches")
    ordinal = models.PositiveIntegerField(_("number in the file"))
    first_line = models.PositiveIntegerField(_("first line"))
    form = models.CharField(_("form"), max_length=4)
    source = models.BinaryField(_("source"))
    sha256 = models.CharField("SHA-256", max_length=SHA256)
    game = models.CharField(_("game"), max_length=LINE, blank=True)
    rules = models.CharField(_("rules"), max_length=RULES, blank=True)
    event = models.CharField(_("event"), max_length=LINE, blank=True)
    stage = models.CharField(_("stage"), max_length=LINE, blank=True)
    table = models.CharField(_("table"), max_length=LINE, blank=True)
    date = models.CharField(_("date"), max_length=LINE, blank=True)
    players: DocumentField[list[list[str]], list[list[str]]] = DocumentField(_("players"))
    findings_count = models.PositiveIntegerField(_("findings"))
    verdict: DocumentField[Document, Document] = DocumentField(_("document"))

    class Meta:
        verbose_name = _("match of a visitor")
        verbose_name_plural = _("matches of visitors")
        ordering = ["ordinal"]

    def __str__(self) -> str:
        return " · ".join(part for part in (self.event, self.date, self.table) if part) or str(self.id)
