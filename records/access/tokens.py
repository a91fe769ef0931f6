"""API tokens: what each may do, for how long, in which club. A token never gives more than whoever makes it has."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import CharField, Model, QuerySet
from django.utils import timezone

from records import audit
from records.access.models import ApiToken
from records.access.roles import limit_of, role_in, signed_in
from records.db.fields import LINE, storable
from records.db.prepared_query import Placeholder, PreparedQuery
from records.errors import Refusal
from records.ops.digests import digest_of

PREFIX = "ref_"
SCOPES = ("read", "upload", "manage")
"""``read``: whatever changes nothing; ``upload``: matches and batches in, and judged again; ``manage``: everything else."""
MAX_TOKENS = 50
"""Tokens of one person."""
MAX_DAYS = 3650
"""The longest lifetime of a token."""


def token_expiry(days: int | None = None) -> datetime:
    """When a token that is valid for so many days (default: the setting TOKEN_DAYS) expires. Raises Refusal (422)."""
    days = settings.TOKEN_DAYS if days is None else days
    if not 1 <= days <= MAX_DAYS:
        raise Refusal("invalid-expiry", f"期限為 1 至 {MAX_DAYS} 天。", f"A token holds for 1 to {MAX_DAYS} days.", 422)
    return timezone.now() + timedelta(days=days)


def issue_token(
    user: Any, name: str, expires_at: datetime | None = None, scopes: Sequence[str] = SCOPES, club: Model | None = None
) -> tuple[ApiToken, str]:
    """A new token; its text is returned this once and stored nowhere."""
    plain = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(
            user=user, name=name, digest=digest_of(plain), expires_at=expires_at, scopes=" ".join(scopes), club=club
        )
        audit.record("token.issue", f"token:{token.pk}", **_audit_details(token))
    return token, plain


@transaction.atomic
def issue_own_token(
    user: Any, name: str, scopes: Sequence[str], days: int | None = None, club: Model | None = None, by: ApiToken | None = None
) -> tuple[ApiToken, str]:
    """A token that somebody makes for themselves, which always expires. One made with another token (``by``) has no more
    scopes and no later end than that. Raises Refusal (403, 409, 422)."""
    name, ends = storable(name, LINE).strip(), token_expiry(days)
    if not name:
        raise Refusal("empty-name", "憑證要有名稱。", "A token needs a name.", 422)
    if not scopes or set(scopes) - set(SCOPES):
        listed = ", ".join(SCOPES)
        raise Refusal("invalid-scopes", f"請選至少一種權限：{listed}。", f"Choose at least one scope of: {listed}.", 422)
    if club is not None and role_in(user, club) is None:
        raise Refusal("not-found", "你不屬於這個社團。", "You do not belong to this club.", 422)
    if by is not None and (set(scopes) - set(by.scopes.split()) or (by.club_id and by.club_id != getattr(club, "pk", None))):
        zh, en = "憑證不能給出自己沒有的權限。", "A token cannot give what it does not have."
        raise Refusal("permission-denied", zh, en, 403)
    if by is not None and by.expires_at is not None:
        ends = min(ends, by.expires_at)
    if ApiToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise Refusal("too-many", f"每人最多 {MAX_TOKENS} 個憑證。", f"A person has at most {MAX_TOKENS} tokens.", 409)
    return issue_token(user, name, ends, [scope for scope in SCOPES if scope in scopes], club)


def revoke_token(token: ApiToken) -> None:
    """Delete the token, so that it opens nothing from now on. ``records.access.signals`` writes that to the audit log."""
    token.delete()


@transaction.atomic
def change_token(token: ApiToken) -> None:
    """Store a token's new name and expiry."""
    token.save(update_fields=["name", "expires_at"])
    audit.record("token.change", f"token:{token.pk}", **_audit_details(token))


def _audit_details(token: ApiToken) -> dict[str, Any]:
    details = {"name": token.name, "user": token.user_id, "expires": token.expires_at, "scopes": token.scopes}
    return details if token.club_id is None else {**details, "club": token.club_id}


def mark_token_used(token: ApiToken) -> None:
    """Note that a token was used, at most once a minute, whichever process is asked."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(minutes=1):
        earlier = ApiToken.objects.filter(pk=token.pk, last_used_at=token.last_used_at)
        earlier.update(last_used_at=now)


def tokens_of(user: Any) -> QuerySet[ApiToken]:
    """One's own tokens, the newest first."""
    mine = ApiToken.objects.select_related("club")
    return mine.filter(user=user) if signed_in(user) and limit_of(user) is None else mine.none()


def token_of(digest: str) -> ApiToken | None:
    """The token with this digest and its user."""
    return next(iter(_token(digest=digest)), None)


_token = PreparedQuery(
    lambda: ApiToken.objects.select_related("user", "club").order_by().filter(digest=Placeholder("digest", CharField()))
)
