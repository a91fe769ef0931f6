"""What is stored of published results: the signed files, which never change, what lists show of them, and publishings under
way."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import LINE, Document, DocumentField
from records.core.queue.jobs import Job
from records.tournament.events.models import Event

SHA256 = 64


class Publication(models.Model):
    """The published results of an event, numbered from 1. A later one supersedes it and does not change it.

    Its signed file is stored in pieces; ``previous`` is the hash of the publication before. ``unresolved`` counts what was open,
    and ``forced`` says why it was published all the same.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row. People are named,
    not pointed at.
    """

    append_only = True

    event = models.ForeignKey(Event, models.PROTECT, verbose_name=_("event"), related_name="publications", db_constraint=False)
    number = models.PositiveIntegerField(_("number"))
    hash = models.CharField(_("hash"), max_length=SHA256)
    previous = models.CharField(_("hash before"), max_length=SHA256, blank=True)
    fingerprint = models.CharField(_("fingerprint of the key"), max_length=SHA256)
    key = models.TextField(_("public key"))
    matches = models.PositiveIntegerField(_("matches"))
    rulings = models.PositiveIntegerField(_("rulings"))
    unresolved = models.PositiveIntegerField(_("unresolved"))
    forced = models.TextField(_("published all the same"), blank=True)
    publisher = models.PositiveBigIntegerField(_("account"))
    publisher_name = models.CharField(_("published by"), max_length=LINE)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        managed = False
        db_table = "tournament_publication"
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="publication_numbered_once"),
            models.UniqueConstraint(fields=["event", "hash"], name="publication_hash_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.number}"


class PublicationPiece(models.Model):
    """A piece of a publication's signed file. The pieces in order of ``place`` are the file that is downloaded, byte for byte.

    Those of matches are written while results are on their way to being published. Once they are, triggers refuse whatever would
    add a piece, change one or take one away.
    """

    event = models.ForeignKey(Event, models.CASCADE, verbose_name=_("event"), related_name="pieces", db_constraint=False)
    number = models.PositiveIntegerField(_("number"))
    place = models.PositiveIntegerField(_("place"))
    data = models.BinaryField(_("data"))

    class Meta:
        managed = False
        db_table = "tournament_publicationpiece"
        verbose_name = _("piece of a publication")
        verbose_name_plural = _("pieces of publications")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["event", "number", "place"], name="piece_once_per_place")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.number} {self.place}"


class Publishing(Job):
    """The publishing of an event's results: its snapshot, and how much of it a worker has checked.

    ``snapshot`` is all that the document follows from, with matches and judgements by their ids, and empty once it is published;
    ``digest`` is its hash, by which equal snapshots are recognized. At most one is under way for an event.
    """

    class State(models.TextChoices):
        """How far the publishing has come."""

        PENDING = "pending", _("pending")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")

    CLAIMED = State.RUNNING

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, models.CASCADE, verbose_name=_("event"), related_name="publishings")
    snapshot: DocumentField[Document, Document] = DocumentField(_("what is published"))
    digest = models.CharField(_("hash"), max_length=SHA256)
    forced = models.TextField(_("published all the same"), blank=True)
    unresolved = models.PositiveIntegerField(_("unresolved"))
    matches = models.PositiveIntegerField(_("matches"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    publisher = models.PositiveBigIntegerField(_("account"))
    publisher_name = models.CharField(_("published by"), max_length=LINE)
    at = models.DateTimeField(_("at"))

    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.PENDING)
    checked = models.PositiveIntegerField(_("matches checked"), default=0)
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    problem: DocumentField[Document | None, Document | None] = DocumentField(_("why it was refused"), null=True, blank=True)

    class Meta:
        verbose_name = _("publishing")
        verbose_name_plural = _("publishings")
        ordering = ["-at", "-touched_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], name="publishing_once_at_a_time", condition=Q(state__in=["pending", "running"])
            )
        ]
        indexes = [
            models.Index(fields=["touched_at"], name="publishing_unfinished", condition=Q(state__in=["pending", "running"]))
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.state}"

    @property
    def finished(self) -> bool:
        """Whether the publishing has ended."""
        return self.state in (self.State.DONE, self.State.REFUSED)
