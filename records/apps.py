"""The app of stored matches and their judgements."""

from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

RECEIVERS = (
    "audit.trigger_check",
    "audit.index_check",
    "matches.seals.checks",
    "events.checks",
    "penalties.checks",
    "appeals.checks",
    "access.checks",
    "access.signals",
    "accounts.deletion",
    "accounts.signals",
    "audit.accounts",
    "audit.signals",
    "checks",
    "club_exports.making",
    "clubs.signals",
    "events.tables.deleted_matches",
    "events.tables.match_assignment",
    "events.versions",
    "matches.metrics",
    "matches.seals.signals",
    "penalties.keeping",
    "seating.removed",
    "sheets.replaced",
    "visitors.metrics",
    "webhooks.metrics",
    "webhooks.signals",
)
"""Modules that check the audit log, receive signals or give metrics."""


class RecordsConfig(AppConfig):
    name = "records"
    verbose_name = _("Records")

    def ready(self) -> None:
        """Connect signal receivers and register metrics."""
        for module in RECEIVERS:
            import_module(f"records.{module}")
        post_migrate.connect(import_module("records.audit.database").record_migrations, sender=self)
