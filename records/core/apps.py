"""The base of the other apps: database, jobs, files, the sandbox, health."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

RECEIVERS = ("db.privileges",)
"""Modules that check the database, receive signals or give metrics."""


class CoreConfig(AppConfig):
    name = "records.core"
    verbose_name = _("Base")

    def ready(self) -> None:
        """Connect signal receivers and register metrics."""
        for module in RECEIVERS:
            import_module(f"{self.name}.{module}")
