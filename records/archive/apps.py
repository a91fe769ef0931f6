"""The app of stored matches and their judgements."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

RECEIVERS = (
    "batches.control",
    "club_exports.making",
    "matches.metrics",
    "matches.seals.checks",
    "matches.seals.sealing",
    "mistakes.searching",
    "rejudging.run",
    "visitors",
)
"""Modules that register kinds of jobs, check the database, receive signals or give metrics."""


class ArchiveConfig(AppConfig):
    name = "records.archive"
    verbose_name = _("Archive")

    def ready(self) -> None:
        """Connect signal receivers and register metrics."""
        for module in RECEIVERS:
            import_module(f"{self.name}.{module}")
