"""Credentials in the ``Authorization`` header: API tokens, which say who asks, and share links, which open one thing to anyone.

Their digests are looked up, their text is stored nowhere. What they may do is checked here, for every address.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from records import access, errors, ops
from records.models import ApiToken, ShareLink

BEARER, SHARE = "Bearer", "Share"
"""The schemes of the header."""
READS = frozenset(("verify", "score"))
"""Addresses whose POST stores nothing."""
UPLOADS = frozenset(
    (
        "matches",
        "club_matches",
        "batches",
        "club_batches",
        "cancel_batch",
        "resume_batch",
        "rejudge",
        "table_match",
        "live_tables",
        "live_moves",
        "live_end",
    )
)
"""Addresses that bring matches in and have them judged. What is in neither list and changes something, ``manage`` is for."""
LINK, SECRET = "share_link", "share_secret"
"""The attributes of a request that hold its share link and its secret."""


class BearerAuthentication(BaseAuthentication):
    """``Authorization: Bearer TOKEN``."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The user of the token and the token; None where the request brings none. Raises Refusal (403) past its scopes."""
        text = credential(request, BEARER, _("The Authorization header should read: Bearer TOKEN."))
        if text is None:
            return None
        token = access.token_of(ops.digest_of(text))
        expired = token is not None and token.expires_at is not None and token.expires_at < timezone.now()
        if token is None or expired or not token.user.is_active:
            raise AuthenticationFailed(_("This token is unknown or no longer valid."))
        access.mark_token_used(token)
        check_scopes(request, token)
        access.limit_to_club(token.user, token.club_id)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """The scheme that a 401 asks for: the one that was tried, else that of tokens."""
        words = get_authorization_header(request).split()
        return SHARE if words and words[0].lower() == SHARE.lower().encode() else BEARER


class ShareAuthentication(BaseAuthentication):
    """``Authorization: Share SECRET``: it says what may be read and not who reads, so that the request stays anonymous."""

    def authenticate(self, request: Request) -> None:
        """Open the request by the link, where the view says that it is ``opened_by_share_link``. Raises AuthenticationFailed
        (401) where the link opens nothing, Refusal (403) where the request would change something."""
        secret = credential(request, SHARE, _("The Authorization header should read: Share SECRET."))
        if secret is None:
            return
        link = access.link_by_secret(secret)
        if link is None:
            raise AuthenticationFailed(_("This share link is unknown or no longer valid."))
        if scope_needed(request.method or "", _name_of(request)) != "read":
            raise errors.Refusal("share-link-reads", "分享連結只供閱讀。", "A share link is for reading alone.", 403)
        if getattr(request.parser_context["view"], "opened_by_share_link", False):
            open_by_link(request, link, secret)


def credential(request: Request, scheme: str, expected: Any) -> str | None:
    """What the Authorization header holds under this scheme, None where it is another or there is none. Raises
    AuthenticationFailed, saying what is expected, where that is not one word."""
    words = get_authorization_header(request).split()
    if not words or words[0].lower() != scheme.lower().encode():
        return None
    if len(words) != 2:
        raise AuthenticationFailed(expected)
    return words[1].decode("latin-1")


def open_by_link(request: Request, link: ShareLink, secret: str) -> None:
    """From now on the request reads what this share link opens, whose secret it brought."""
    setattr(request, LINK, link)
    setattr(request, SECRET, secret)


def share_link_of(request: Request) -> ShareLink | None:
    """The share link that opens what is asked for."""
    link: ShareLink | None = getattr(request, LINK, None)
    return link


def share_secret_of(request: Request) -> str:
    """The secret of the share link that opens what is asked for, empty where none does."""
    return getattr(request, SECRET, "")


def scope_needed(method: str, name: str) -> str:
    """The scope that a request takes, by its method and the name of its address."""
    if method in SAFE_METHODS or name in READS:
        return "read"
    return "upload" if name in UPLOADS else "manage"


def check_scopes(request: Request, token: ApiToken) -> None:
    """Check that the token is for this request. Raises Refusal (403). A token for one club changes nothing outside of it."""
    where = request._request.resolver_match
    scope = scope_needed(request.method or "", _name_of(request))
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


def _name_of(request: Request) -> str:
    """The name of the address that is asked, empty where it has none."""
    where = request._request.resolver_match
    return where.url_name if where and where.url_name else ""


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # drf-spectacular has no types
    """How the API's description names tokens."""

    target_class = "api.http.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A plain bearer scheme."""
        return {"type": "http", "scheme": "bearer"}


class ShareScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # drf-spectacular has no types
    """How the API's description names share links, and which operations they open."""

    target_class = "api.http.authentication.ShareAuthentication"
    name = "share"

    def get_security_requirement(self, auto_schema: Any) -> Any:
        """The scheme for reading what share links open, None for everything else."""
        opened = getattr(auto_schema.view, "opened_by_share_link", False) and auto_schema.method in SAFE_METHODS
        return super().get_security_requirement(auto_schema) if opened else None

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The header with its prefix: ``http`` is for registered schemes."""
        definition = build_bearer_security_scheme_object(header_name="Authorization", token_prefix=SHARE)
        return {**definition, "description": "`Share SECRET`: the secret of a share link"}
