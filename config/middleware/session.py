"""Sessions, sign-in and messages for browsers. A request to the API with a bearer token opens no session."""

from __future__ import annotations

from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


def has_bearer_token(request: HttpRequest) -> bool:
    """Whether ``api.authentication`` will accept or refuse this request by its token alone."""
    scheme = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")[0]
    return request.path_info.startswith("/api/") and scheme.lower() == "bearer"


class BrowsersOnly(MiddlewareMixin):
    """Passes requests with a bearer token on without doing anything."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response of the rest of the chain."""
        return self.get_response(request) if has_bearer_token(request) else super().__call__(request)  # type: ignore[return-value]


class SessionMiddleware(BrowsersOnly, sessions.SessionMiddleware):
    """Opens the session that a cookie names."""


class AuthenticationMiddleware(BrowsersOnly, auth.AuthenticationMiddleware):
    """Sets the request's user from the session."""


class MessageMiddleware(BrowsersOnly, messages.MessageMiddleware):
    """Stores messages for the next page."""
