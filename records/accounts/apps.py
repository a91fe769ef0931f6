"""The app of people, clubs, rights and the audit log."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "records.accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Import the modules that check the database, receive signals or give metrics."""
        import records.accounts.access.checks
        import records.accounts.access.signals
        import records.accounts.audit.signals
        import records.accounts.audit.trigger_check
        import records.accounts.clubs.signals
        import records.accounts.sign_in.deletion
        import records.accounts.sign_in.signals
        import records.accounts.webhooks.delivery
        import records.accounts.webhooks.subscriptions

        post_migrate.connect(records.accounts.audit.signals.record_migrations, sender=self)
