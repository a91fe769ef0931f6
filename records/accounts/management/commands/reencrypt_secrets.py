"""``manage.py reencrypt_secrets``: encrypts stored secrets by a new SECRET_KEY, after which the former one can go."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from records.accounts import audit, webhooks
from records.core.ops.encryption import DecryptionError, reencrypt

ENCRYPTED = ("secret", "seed")
"""What is encrypted of an app's factor, and of the codes for recovery."""


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


def reencrypt_factors() -> tuple[int, int]:
    """Encrypt every second factor by the SECRET_KEY of today; how many were, and how many no key of the settings reads."""
    done = unreadable = 0
    for id_ in Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            factor = Authenticator.objects.select_for_update().filter(pk=id_).first()
            if factor is None:
                continue
            try:
                factor.data = _anew(factor.data)
            except DecryptionError:
                unreadable += 1
                continue
            factor.save(update_fields=["data"])
            done += 1
    return done, unreadable


def _anew(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, **{name: reencrypt(data[name]) for name in ENCRYPTED if name in data}}
