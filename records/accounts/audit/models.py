"""What is stored of the audit log: its entries."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

NAME = 150
TARGET = 100


class AuditEntry(models.Model):
    """One entry of the audit log. Its columns hold the very text that was hashed, so that every database gives the same hash.
    ``club`` repeats the id of the club in ``details``, whose owners may read the entry.

    Django does not manage the table: its columns stay as the migration made them, and ``flush`` leaves it alone. An entry
    names people and things and has no foreign keys to them: they may be deleted, their entries may not.
    """

    append_only = True

    number = models.PositiveBigIntegerField(_("number"), primary_key=True)
    at = models.CharField(_("at"), max_length=32)
    actor = models.CharField(_("who"), max_length=40)
    actor_name = models.CharField(_("name"), max_length=NAME)
    action = models.CharField(_("action"), max_length=40)
    target = models.CharField(_("to what"), max_length=TARGET)
    details = models.TextField(_("details"))
    request_id = models.CharField(_("request"), max_length=64)
    club = models.BigIntegerField(_("club"), null=True)
    previous = models.CharField(_("hash before"), max_length=64)
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        app_label = "accounts"
        managed = False
        db_table = "accounts_auditentry"
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-number"]
        indexes = [
            models.Index(fields=["club", "number"], name="audit_by_club"),
            models.Index(fields=["action", "number"], name="audit_by_action"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.action} {self.target}"

    def read_details(self) -> dict[str, Any]:
        """What the entry says beside who, what and when, by name."""
        details: dict[str, Any] = json.loads(self.details)
        return details

    def digest(self) -> str:
        """The hash of this entry as its columns are now."""
        hashed = [
            self.number,
            self.at,
            self.actor,
            self.actor_name,
            self.action,
            self.target,
            self.details,
            self.request_id,
            self.previous,
        ]
        return hashlib.sha256(json.dumps(hashed, separators=(",", ":")).encode()).hexdigest()
