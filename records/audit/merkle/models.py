"""What is stored of the log that outsiders hold to: the Merkle tree over the audit entries, and its signed heads.

The tables are not Django's to manage, like the audit log's: triggers refuse whatever would change a row.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

SHA256 = 64
ORIGIN = 200


class AuditTile(models.Model):
    """256 neighbouring hashes of the tree: on level 0 of entries, on the next of tiles of level 0. Only whole tiles are stored.

    ``root`` is the hash above them all: the tile's hash on the next level.
    """

    append_only = True

    level = models.PositiveSmallIntegerField()
    number = models.PositiveBigIntegerField()
    root = models.BinaryField()
    hashes = models.BinaryField()

    class Meta:
        app_label = "records"
        managed = False
        db_table = "records_audittile"
        constraints = [models.UniqueConstraint(fields=["level", "number"], name="audit_tile_once")]

    def __str__(self) -> str:
        return f"{self.level} {self.number}"


class LogHead(models.Model):
    """A signed head: how many entries the log had, the root of their tree, and the note that says so, signed.

    ``at`` is when it was signed, as the service says; it is no part of what is signed. There is another head of the same size
    only where another key signs.
    """

    append_only = True

    size = models.PositiveBigIntegerField(_("entries"))
    root = models.CharField(_("root"), max_length=SHA256)
    origin = models.CharField(_("log"), max_length=ORIGIN)
    note = models.TextField(_("signed head"))
    fingerprint = models.CharField(_("fingerprint of the key"), max_length=SHA256)
    key = models.TextField(_("public key"))
    at = models.DateTimeField(_("at"))

    class Meta:
        app_label = "records"
        managed = False
        db_table = "records_loghead"
        verbose_name = _("signed head of the log")
        verbose_name_plural = _("signed heads of the log")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["size", "fingerprint"], name="log_head_once")]

    def __str__(self) -> str:
        return f"{self.origin} {self.size}"


class HeadDelivery(models.Model):
    """How far the signed heads have been sent to a place outside: the number of the last one that arrived there."""

    destination = models.CharField(max_length=64, unique=True)
    head = models.PositiveBigIntegerField()

    class Meta:
        app_label = "records"

    def __str__(self) -> str:
        return f"{self.destination} {self.head}"
