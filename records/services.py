"""Everything that changes what is stored. Views, tasks and commands call these and hold no logic of their own."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from records import audit
from records.batches import cancel, receive, resume, sweep_batches, take_in
from records.bell import ring
from records.clubs import accept_invitation, change_role, found_club, invite, remove, rename_club
from records.digests import digest_of
from records.intake import Intake, IntakeError, accept
from records.judging import judge, rejudge, sweep
from records.models import ApiToken
from records.refusal import Refusal
from records.sharing import revoke, share

__all__ = [
    "Intake", "IntakeError", "Refusal", "accept", "accept_invitation", "all_or_none", "cancel", "change_role",
    "change_token", "digest_of", "found_club", "invite", "issue_token", "judge", "receive", "rejudge", "remove",
    "rename_club", "resume", "revoke", "revoke_token", "ring", "share", "sweep", "sweep_batches", "take_in", "used",
]  # fmt: skip

PREFIX = "ref_"


def issue_token(user: Any, name: str, expires_at: datetime | None = None) -> tuple[ApiToken, str]:
    """A new token; its text is answered this once and kept nowhere."""
    plain = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(user=user, name=name, digest=digest_of(plain), expires_at=expires_at)
        audit.record("token.issue", f"token:{token.pk}", name=name, user=user.pk, expires=expires_at)
    return token, plain


def revoke_token(token: ApiToken) -> None:
    """The token opens nothing from now on. The audit log hears of it like of every token that is deleted."""
    token.delete()


@transaction.atomic
def change_token(token: ApiToken) -> None:
    """Keep a token's new name and expiry."""
    token.save(update_fields=["name", "expires_at"])
    audit.record("token.change", f"token:{token.pk}", name=token.name, user=token.user_id, expires=token.expires_at)


@contextmanager
def all_or_none() -> Iterator[None]:
    """Whatever is stored inside is stored together; an error takes all of it back."""
    with transaction.atomic(), audit.together():
        yield


def used(token: ApiToken) -> None:
    """Note that a token was used, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(minutes=1):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
