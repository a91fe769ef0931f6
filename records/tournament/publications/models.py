"""The tables of published results: the signed files, which never change, and the columns that lists show."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

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

    event = models.ForeignKey(Event, models.PROTECT, related_name="publications", db_constraint=False)
    number = models.PositiveIntegerField()
    hash = models.CharField(max_length=SHA256)
    previous = models.CharField(max_length=SHA256)
    fingerprint = models.CharField(max_length=SHA256)
    key = models.TextField()
    matches = models.PositiveIntegerField()
    rulings = models.PositiveIntegerField()
    unresolved = models.PositiveIntegerField()
    forced = models.TextField()
    publisher = models.PositiveBigIntegerField()
    publisher_name = models.CharField(max_length=LINE)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        managed = False
        db_table = "tournament_publication"
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

    event = models.ForeignKey(Event, models.CASCADE, related_name="pieces", db_constraint=False)
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        managed = False
        db_table = "tournament_publicationpiece"
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["event", "number", "place"], name="piece_once_per_place")]

    def __str__(self) -> str:
        return f"{self.event_id} {self.number} {self.place}"
