"""What is kept of published results: the signed file as it was handed out, and what lists show of it. Never changed."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.event import Event
from records.people import LINE

SHA256 = 64


class Publication(models.Model):
    """The results of an event as they were published, numbered from 1; a later one supersedes it and leaves it as it is.

    ``file`` is the signed document, byte for byte what is downloaded; ``previous`` the hash of the publication before.
    ``unresolved`` counts what was open, and ``forced`` says why it was published all the same.

    The table is not Django's to manage, like the audit log's: triggers refuse whatever would change a row. People are named,
    not pointed at.
    """

    event = models.ForeignKey(
        Event, models.PROTECT, verbose_name=_("event"), related_name="publications", db_constraint=False
    )
    number = models.PositiveIntegerField(_("number"))
    hash = models.CharField(_("hash"), max_length=SHA256)
    previous = models.CharField(_("hash before"), max_length=SHA256, blank=True)
    fingerprint = models.CharField(_("fingerprint of the key"), max_length=SHA256)
    key = models.TextField(_("public key"))
    file = models.BinaryField(_("file"))
    matches = models.PositiveIntegerField(_("matches"))
    rulings = models.PositiveIntegerField(_("rulings"))
    unresolved = models.PositiveIntegerField(_("unresolved"))
    forced = models.TextField(_("published all the same"), blank=True)
    publisher = models.PositiveBigIntegerField(_("account"))
    publisher_name = models.CharField(_("published by"), max_length=LINE)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        managed = False
        db_table = "records_publication"
        verbose_name = _("publication")
        verbose_name_plural = _("publications")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="publication_numbered_once"),
            models.UniqueConstraint(fields=["event", "hash"], name="publication_hash_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.number}"
