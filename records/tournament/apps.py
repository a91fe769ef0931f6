"""The app of events and what hangs on them."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

RECEIVERS = (
    "appeals.making",
    "events.lock",
    "events.rulings",
    "events.tables.changing",
    "events.tables.match_assignment",
    "penalties.giving",
    "publications.publishing",
    "sheets.finishing",
)
"""Modules that register kinds of jobs, check the database, receive signals or give metrics."""


class TournamentConfig(AppConfig):
    name = "records.tournament"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Connect signal receivers and register metrics."""
        for module in RECEIVERS:
            import_module(f"{self.name}.{module}")
