"""The secrets of second factors, which django-allauth stores as this service encrypts them."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction

from records.core.ops.encryption import DecryptionError, reencrypt

ENCRYPTED = ("secret", "seed")
"""What is encrypted of an app's factor, and of the codes for recovery."""


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
