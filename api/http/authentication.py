"""How the actor of a request is found: by an API token or a link in the ``Authorization`` header, or by the session of a browser.

What tokens and links may do is checked here, for every address. A view says by ``opened_by`` which links open it, as the class of
their grants; elsewhere nobody holds a link.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.authentication import SessionScheme as DescribedSession
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework import authentication
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied, Throttled
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from records.accounts import access
from records.accounts.models import ApiToken
from records.core import errors, ops
from records.core.ops import rate_limit
from records.tournament import events

BEARER, LINK = "Bearer", "Link"
"""The schemes of the header."""
READS = frozenset(("verify", "score"))
"""Addresses whose POST stores nothing."""
UPLOADS = frozenset(
    (
        "matches",
        "club_matches",
        "batches",
        "club_batches",
        "job",
        "rejudge",
        "table_match",
        "live_tables",
        "live_moves",
        "live_match",
        "draft",
    )
)
"""Addresses that bring matches in and have them judged. What is in neither list and changes something, ``manage`` is for."""


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
        return LINK if words and words[0].lower() == LINK.lower().encode() else BEARER


class LinkAuthentication(BaseAuthentication):
    """``Authorization: Link SECRET``: it says what is opened and not who asks, so that the request stays a visitor's."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """A visitor who holds the link, where the view is opened by such links; None elsewhere. Raises AuthenticationFailed (401)
        for a link that opens nothing, Throttled (429) for many of them, Refusal (403) for a change that it is not for."""
        secret = credential(request, LINK, _("The Authorization header should read: Link SECRET."))
        if secret is None:
            return None
        grant = access.grant_of(secret)
        if grant is None or events.opens(grant) is None:
            if seconds := rate_limit.hit("anon", rate_limit.network_of(request)):
                raise Throttled(seconds)
            raise AuthenticationFailed(_("This link is unknown or no longer valid."))
        opens = isinstance(grant, opened_by(request))
        changes = scope_needed(request.method or "", _name_of(request)) != "read"
        if changes and not (opens and isinstance(grant, access.SeatGrant)):
            raise errors.Refusal("link-reads", _("Here this link is for reading alone."), 403)
        return (access.hold(AnonymousUser(), [grant]), None) if opens else None


class CsrfFailed(PermissionDenied):
    """The token of a page's script is out of date."""

    default_code = "csrf-failed"


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of a browser: who is signed in, and what the links open that it opened.

    Share links are for reading. By the link of a seat somebody asks where the address has ``?seat=`` (empty: the table's own),
    and then by no account: one browser may hold several.
    """

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The user of the session, who holds its links where the view is opened by them; None where the request brings a link."""
        if credential(request, LINK, "") is not None:
            return None
        grants = [grant for grant in _grants_of_session(request) if isinstance(grant, opened_by(request))]
        if access.SEAT in request.query_params and issubclass(access.SeatGrant, opened_by(request)):
            seat = request.query_params[access.SEAT]
            of_seat = [grant for grant in grants if isinstance(grant, access.SeatGrant) and grant.seat == seat]
            if not of_seat:
                return None
            self.enforce_csrf(request)
            return access.hold(AnonymousUser(), of_seat), None
        found: tuple[Any, Any] | None = super().authenticate(request)
        shared = [grant for grant in grants if isinstance(grant, access.ShareGrant)]
        if not shared or request.method not in SAFE_METHODS:
            return found
        return access.hold(found[0] if found else AnonymousUser(), shared), None

    def enforce_csrf(self, request: Request) -> None:
        """Raises CsrfFailed (403). The check looks for its token in forms alone: any other body is left to the view to read."""
        asked: Any = request if request.content_type.startswith("multipart/") else request._request
        try:
            super().enforce_csrf(asked)
        except PermissionDenied as error:
            raise CsrfFailed(error.detail) from error


def _grants_of_session(request: Request) -> list[access.Grant]:
    session = getattr(request, "session", None)
    return access.remembered(session) if session is not None else []


class SignedInOrLinked(BasePermission):
    """Lets in a signed-in account, and the holder of a link that opens the view."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the actor is one of them."""
        return bool(request.user.is_authenticated or access.grants_of(request.user))


def opened_by(request: Request) -> type[Any] | tuple[type[Any], ...]:
    """The class of the grants whose links open what is asked for; none where the view names none."""
    kinds: type[Any] | tuple[type[Any], ...] = getattr(request.parser_context["view"], "opened_by", ())
    return kinds


def credential(request: Request, scheme: str, expected: Any) -> str | None:
    """What the Authorization header holds under this scheme, None where it is another or there is none. Raises
    AuthenticationFailed, saying what is expected, where that is not one word."""
    words = get_authorization_header(request).split()
    if not words or words[0].lower() != scheme.lower().encode():
        return None
    if len(words) != 2:
        raise AuthenticationFailed(expected)
    return words[1].decode("latin-1")


def scope_needed(method: str, name: str) -> str:
    """The scope that a request takes, by its method and the name of its address."""
    if method in SAFE_METHODS or name in READS:
        return "read"
    return "upload" if name in UPLOADS else "manage"


def check_scopes(request: Request, token: ApiToken) -> None:
    """Check that the token is for this request. Raises Refusal (403). A token for one club changes nothing outside of it."""
    where = request.resolver_match
    scope = scope_needed(request.method or "", _name_of(request))
    if scope not in token.scopes.split():
        raise errors.Refusal(
            "insufficient-scope",
            _("This token is not for this: it takes the scope {scope}."),
            403,
            scope=scope,
        )
    if token.club is not None and scope != "read" and not (where and where.kwargs):
        slug = token.club.slug
        raise errors.Refusal("token-of-one-club", _("This token is for the club {slug} alone."), 403, slug=slug)


def _name_of(request: Request) -> str:
    """The name of the address that is asked, empty where it has none."""
    where = request.resolver_match
    return where.url_name if where and where.url_name else ""


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # drf-spectacular has no types
    """How the API's description names tokens."""

    target_class = "api.http.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A plain bearer scheme."""
        return {"type": "http", "scheme": "bearer"}


class LinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # drf-spectacular has no types
    """How the API's description names links, and which operations they open."""

    target_class = "api.http.authentication.LinkAuthentication"
    name = "link"

    def get_security_requirement(self, auto_schema: Any) -> Any:
        """The scheme for what links open, None for everything else."""
        kind = getattr(auto_schema.view, "opened_by", None)
        opened = kind is not None and (auto_schema.method in SAFE_METHODS or kind is access.SeatGrant)
        return super().get_security_requirement(auto_schema) if opened else None

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """The header with its prefix: ``http`` is for registered schemes."""
        definition = build_bearer_security_scheme_object(header_name="Authorization", token_prefix=LINK)
        return {**definition, "description": "`Link SECRET`: the secret of a share link, of a table's link or of a seat's"}


class SessionScheme(DescribedSession):  # type: ignore[no-untyped-call]  # drf-spectacular has no types
    """How the API's description names sessions."""

    target_class = "api.http.authentication.SessionAuthentication"
