"""The base of the other apps: database, jobs, files, the sandbox, health."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    name = "records.core"
    verbose_name = _("Base")

    def ready(self) -> None:
        """Import the modules that check the database, receive signals or give metrics."""
        import records.core.db.privileges
