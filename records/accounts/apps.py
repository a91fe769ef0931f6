"""The app of people, clubs, rights and the audit log."""

from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

RECEIVERS = (
    "access.checks",
    "access.signals",
    "audit.signals",
    "audit.trigger_check",
    "clubs.signals",
    "sign_in.deletion",
    "sign_in.signals",
    "webhooks.delivery",
    "webhooks.subscriptions",
)
"""Modules that check the database, receive signals or give metrics."""


class AccountsConfig(AppConfig):
    name = "records.accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Connect signal receivers and register metrics."""
        for module in RECEIVERS:
            import_module(f"{self.name}.{module}")
        post_migrate.connect(import_module("records.accounts.audit.signals").record_migrations, sender=self)
