"""The app of stored matches and their judgements."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordsConfig(AppConfig):
    name = "records"
    verbose_name = _("Records")

    def ready(self) -> None:
        """Connect signal receivers and register metrics."""
        for module in ("access.signals", "audit.signals", "events.match_assignment", "matches.metrics", "webhooks.metrics"):
            import_module(f"records.{module}")
