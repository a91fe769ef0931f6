"""The app of stored matches and their judgements."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecordsConfig(AppConfig):
    name = "records"
    verbose_name = _("Records")

    def ready(self) -> None:
        """The audit log listens."""
        from records import witness  # noqa: F401
