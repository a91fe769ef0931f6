"""Everything that changes what is stored. Views, tasks and commands call these and hold no logic of their own."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from records.bell import ring
from records.clubs import accept_invitation, change_role, found_club, invite, remove, rename_club
from records.digests import digest_of
from records.intake import Intake, IntakeError, accept
from records.judging import judge, rejudge, sweep
from records.models import ApiToken
from records.refusal import Refusal
from records.sharing import revoke, share

__all__ = [
    "Intake", "IntakeError", "Refusal", "accept", "accept_invitation", "change_role", "digest_of", "found_club", "invite",
    "issue_token", "judge", "rejudge", "remove", "rename_club", "revoke", "ring", "share", "sweep", "used",
]  # fmt: skip

PREFIX = "ref_"


def issue_token(user: Any, name: str, expires_at: datetime | None = None) -> tuple[ApiToken, str]:
    """A new token; its text is answered this once and kept nowhere."""
    plain = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(user=user, name=name, digest=digest_of(plain), expires_at=expires_at)
    return token, plain


def used(token: ApiToken) -> None:
    """Note that a token was used, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(minutes=1):
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
