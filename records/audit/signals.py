"""What the audit log hears of from Django: people who sign in, fail to, sign out; tokens that are deleted, by whatever way."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db import transaction
from django.dispatch import receiver

from records import audit
from records.db.fields import storable


@receiver(user_logged_in)
def signed_in(sender: Any, user: Any, **kwargs: Any) -> None:
    """Before the session is kept: who cannot be noted is not signed in."""
    with transaction.atomic():
        audit.record("sign-in", f"user:{user.pk}", by=user)


@receiver(user_login_failed)
def refused(sender: Any, credentials: dict[str, Any], **kwargs: Any) -> None:
    """The name that was tried; it may be nobody's."""
    with transaction.atomic():
        audit.record("sign-in.refused", "", name=storable(str(credentials.get("username", "")), audit.NAME))


@receiver(user_logged_out)
def signed_out(sender: Any, user: Any, **kwargs: Any) -> None:
    """Somebody who was signed in."""
    if user is not None:
        with transaction.atomic():
            audit.record("sign-out", f"user:{user.pk}", by=user)
