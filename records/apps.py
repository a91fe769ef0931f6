"""The app of stored matches and their judgements."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordsConfig(AppConfig):
    name = "records"
    verbose_name = _("Records")

    def ready(self) -> None:
        """Whoever listens to others is there from the start, and so are the figures of each room."""
        for module in ("access.signals", "audit.signals", "events.match_assignment", "matches.metrics", "webhooks.metrics"):
            import_module(f"records.{module}")
