"""Sessions, and what is kept in them: for browsers. A program that shows a token to the API has none, whatever else it sends."""

from __future__ import annotations

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


def shows_a_token(request: HttpRequest) -> bool:
    """Whether ``api.authentication`` will go by a token, or refuse the request for it, and by nothing else."""
    scheme = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")[0]
    return request.path_info.startswith("/api/") and scheme.lower() == "bearer"


class OnlyBrowsers(MiddlewareMixin):
    """Leaves alone who shows a token."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer."""
        return self.get_response(request) if shows_a_token(request) else super().__call__(request)  # type: ignore[return-value]


class Sessions(OnlyBrowsers, SessionMiddleware):
    """Opens the session that a cookie names."""


class Authentication(OnlyBrowsers, AuthenticationMiddleware):
    """Says whose session it is."""


class Messages(OnlyBrowsers, MessageMiddleware):
    """Keeps what the next page says."""
