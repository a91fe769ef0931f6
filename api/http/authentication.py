"""Bearer tokens: the digest is looked up, the text is kept nowhere. What a token may do is held here, for every address."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from records import access, errors, ops
from records.models import ApiToken

KEYWORD = "Bearer"
READS = frozenset(("verify", "score"))
"""Addresses whose POST stores nothing."""
UPLOADS = frozenset(("matches", "club_matches", "batches", "club_batches", "cancel_batch", "resume_batch", "rejudge"))
"""Addresses that bring matches in and have them judged. What is in neither list and changes something, ``manage`` is for."""


class BearerAuthentication(BaseAuthentication):
    """``Authorization: Bearer TOKEN``."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The user of the token and the token; None where the request brings none. Raises Refusal (403) past its scopes."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed(_("The Authorization header should read: Bearer TOKEN."))
        token = access.token_of(ops.digest_of(words[1].decode("latin-1")))
        expired = token is not None and token.expires_at is not None and token.expires_at < timezone.now()
        if token is None or expired or not token.user.is_active:
            raise AuthenticationFailed(_("This token is unknown or no longer valid."))
        access.mark_token_used(token)
        hold(request, token)
        token.user.limited_to = token.club_id
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return KEYWORD


def needed(method: str, name: str) -> str:
    """The scope that it takes to ask this of the address of this name."""
    if method in SAFE_METHODS or name in READS:
        return "read"
    return "upload" if name in UPLOADS else "manage"


def hold(request: Request, token: ApiToken) -> None:
    """Raises Refusal (403) where the token is not for this. A token for one club changes nothing outside of it."""
    where = request._request.resolver_match
    scope = needed(request.method or "", where.url_name if where and where.url_name else "")
    if scope not in token.scopes.split():
        raise errors.Refusal(
            "insufficient-scope",
            f"此憑證無權這樣做：需要權限 {scope}。",
            f"This token is not for this: it takes the scope {scope}.",
            403,
        )
    if token.club is not None and scope != "read" and not (where and where.kwargs):
        slug = token.club.slug
        zh, en = f"此憑證只用於社團 {slug}。", f"This token is for the club {slug} alone."
        raise errors.Refusal("token-of-one-club", zh, en, 403)


class BearerScheme(OpenApiAuthenticationExtension):
    """How the API's description names these tokens."""

    target_class = "api.http.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A plain bearer scheme."""
        return {"type": "http", "scheme": "bearer"}
