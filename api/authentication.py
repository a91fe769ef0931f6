"""Bearer tokens: the digest is looked up, the text is kept nowhere."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from records import selectors, services

KEYWORD = "Bearer"


class BearerAuthentication(BaseAuthentication):
    """``Authorization: Bearer TOKEN``."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The user of the token and the token; None where the request brings none."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed(_("The Authorization header should read: Bearer TOKEN."))
        token = selectors.token_of(services.digest_of(words[1].decode("latin-1")))
        expired = token is not None and token.expires_at is not None and token.expires_at < timezone.now()
        if token is None or expired or not token.user.is_active:
            raise AuthenticationFailed(_("This token is unknown or no longer valid."))
        services.used(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return KEYWORD


class BearerScheme(OpenApiAuthenticationExtension):
    """How the API's description names these tokens."""

    target_class = "api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """A plain bearer scheme."""
        return {"type": "http", "scheme": "bearer"}
