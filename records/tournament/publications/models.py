"""The tables of published results: the signed files, which never change, and the columns that lists show."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import LINE
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
