"""Receivers of Django's signals that write audit entries: a person signs in, fails to sign in, signs out."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db import transaction
from django.dispatch import receiver

from records.accounts import audit
from records.core.db.fields import storable


@receiver(user_logged_in)
def record_sign_in(sender: Any, user: Any, **kwargs: Any) -> None:
    """Runs before the session is stored: nobody is signed in without an entry."""
    with transaction.atomic():
        audit.record("sign-in", f"user:{user.pk}", by=user)


@receiver(user_login_failed)
def record_failed_sign_in(sender: Any, credentials: dict[str, Any], **kwargs: Any) -> None:
    """The entry holds the name that was tried, which may be nobody's."""
    with transaction.atomic():
        audit.record("sign-in.refused", "", name=storable(str(credentials.get("username", "")), audit.NAME))


@receiver(user_logged_out)
def record_sign_out(sender: Any, user: Any, **kwargs: Any) -> None:
    """Only where somebody was signed in."""
    if user is not None:
        with transaction.atomic():
            audit.record("sign-out", f"user:{user.pk}", by=user)
