"""``manage.py reencrypt_secrets``: encrypts stored secrets by a new SECRET_KEY, after which the former one can go."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from records.accounts import audit, webhooks
from records.accounts.sign_in.secrets import reencrypt_factors


class Command(BaseCommand):
    help = "Encrypts the secrets of webhooks and second factors by SECRET_KEY, reading them by it and by SECRET_KEY_FALLBACKS."

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit status 1 where a secret cannot be read by any of these keys."""
        done, unreadable = webhooks.reencrypt_secrets()
        factors, unreadable_factors = reencrypt_factors()
        audit.observe("database.reencrypt", "database", rows=done + factors)
        self.stdout.write(f"encrypted the secrets of {done} webhooks and {factors} second factors anew")
        if unreadable or unreadable_factors:
            said = f"{unreadable} webhooks and {unreadable_factors} second factors"
            raise CommandError(f"the secrets of {said} cannot be read by SECRET_KEY or SECRET_KEY_FALLBACKS")
