"""API tokens: their scopes, their expiry, their club. A token never gives more rights than its maker has."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.models import ApiToken
from records.accounts.access.roles import role_in, signed_in, token_club_id
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.ops.digests import digest_of

PREFIX = "ref_"
SCOPES = {"read": _("read"), "upload": _("upload, have judged again"), "manage": _("manage clubs, events, links, webhooks")}
"""The scopes of a token by their names, in words. ``read``: requests that change nothing; ``upload``: matches and batches in, and
judged again; ``manage``: everything else."""
MAX_TOKENS = 50
"""Tokens of one person."""
TOKEN_DAYS = 365
"""The lifetime of a token where nothing else is said."""
MAX_DAYS = 3650
"""The longest lifetime of a token."""


def token_expiry(days: int | None = None) -> datetime:
    """When a token that is valid for so many days (default: TOKEN_DAYS) expires. Raises Refusal (422)."""
    days = TOKEN_DAYS if days is None else days
    if not 1 <= days <= MAX_DAYS:
        raise Refusal("invalid-expiry", _("A token holds for 1 to {most} days."), 422, most=MAX_DAYS)
    return timezone.now() + timedelta(days=days)


def issue_token(
    user: Any, name: str, expires_at: datetime | None = None, scopes: Iterable[str] = SCOPES, club: Model | None = None
) -> tuple[ApiToken, str]:
    """Create a token. Its text is returned this once and not stored."""
    plain = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(
            user=user,
            name=name,
            digest=digest_of(plain),
            expires_at=expires_at,
            scopes=" ".join(scopes),
            club_id=club.pk if club else None,
        )
        audit.record("token.issue", f"token:{token.pk}", **_audit_details(token))
    return token, plain


@transaction.atomic
def issue_own_token(
    user: Any, name: str, scopes: Sequence[str], days: int | None = None, club: Model | None = None, by: ApiToken | None = None
) -> tuple[ApiToken, str]:
    """A token that a person makes for themselves; it always expires. Made with another token (``by``), it gets no scope that
    this one lacks and ends no later. Raises Refusal (403, 409, 422)."""
    name, ends = one_line(name), token_expiry(days)
    if not name:
        raise Refusal("empty-name", _("A token needs a name."), 422)
    if not scopes or set(scopes) - set(SCOPES):
        listed = ", ".join(SCOPES)
        raise Refusal("invalid-scopes", _("Choose at least one scope of: {listed}."), 422, listed=listed)
    if club is not None and role_in(user, club) is None:
        raise Refusal("not-found", _("You do not belong to this club."), 422)
    if by is not None and (set(scopes) - set(by.scopes.split()) or (by.club_id and by.club_id != getattr(club, "pk", None))):
        raise Refusal("permission-denied", _("A token cannot give what it does not have."), 403)
    if by is not None and by.expires_at is not None:
        ends = min(ends, by.expires_at)
    # Who asks for two at once gets them one after the other, and each is counted.
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
    if ApiToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise Refusal("too-many", _("A person has at most {most} tokens."), 409, most=MAX_TOKENS)
    return issue_token(user, name, ends, [scope for scope in SCOPES if scope in scopes], club)


def revoke_token(token: ApiToken) -> None:
    """Delete the token. ``records.accounts.access.signals`` writes the audit entry."""
    token.delete()


def revoke_tokens_of(user: Any) -> None:
    """Delete all tokens of a person, one after another: each has its audit entry."""
    for token in tokens_of(user):
        revoke_token(token)


@transaction.atomic
def change_token(token: ApiToken) -> None:
    """Store a token's new name and expiry."""
    token.save(update_fields=["name", "expires_at"])
    audit.record("token.change", f"token:{token.pk}", **_audit_details(token))


def _audit_details(token: ApiToken) -> dict[str, Any]:
    details = {"name": token.name, "user": token.user_id, "expires": token.expires_at, "scopes": token.scopes}
    return details if token.club_id is None else {**details, "club": token.club_id}


def mark_token_used(token: ApiToken) -> None:
    """Store when a token was last used, at most once a minute over all processes."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > timedelta(minutes=1):
        earlier = ApiToken.objects.filter(pk=token.pk, last_used_at=token.last_used_at)
        earlier.update(last_used_at=now)


def tokens_of(user: Any) -> QuerySet[ApiToken]:
    """A person's tokens, the newest first; none by a token that is limited to one club."""
    mine = ApiToken.objects.select_related("club")
    return mine.filter(user=user) if signed_in(user) and token_club_id(user) is None else mine.none()


def token_of(digest: str) -> ApiToken | None:
    """The token with this digest and its user."""
    return ApiToken.objects.select_related("user").filter(digest=digest).first()
