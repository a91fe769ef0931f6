"""Sessions, sign-in and messages for browsers. A request to the API with a token or a share link opens no session."""

from __future__ import annotations

from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin


def is_of_api(request: HttpRequest) -> bool:
    """Whether the request is to the API."""
    return request.path_info.startswith("/api/")


def has_credential(request: HttpRequest) -> bool:
    """Whether ``api.http.authentication`` will accept or refuse this request by its Authorization header alone."""
    scheme = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")[0]
    return is_of_api(request) and scheme.lower() in ("bearer", "share")


class BrowsersOnly(MiddlewareMixin):
    """Passes requests with a token or a share link on without doing anything."""

    async_capable = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response of the rest of the chain."""
        response = self.get_response(request) if has_credential(request) else super().__call__(request)
        assert isinstance(response, HttpResponseBase)
        return response


class SessionMiddleware(BrowsersOnly, sessions.SessionMiddleware):
    """Opens the session that a cookie names. What the API answers differs by credential, and says so to caches."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response of the rest of the chain."""
        response = super().__call__(request)
        if is_of_api(request):
            patch_vary_headers(response, ("Authorization",))
        return response


class AuthenticationMiddleware(BrowsersOnly, auth.AuthenticationMiddleware):
    """Sets the request's user from the session."""


class MessageMiddleware(BrowsersOnly, messages.MessageMiddleware):
    """Stores messages for the next page."""
