"""Sessions, sign-in and messages for browsers. A request to the API with a token or a share link opens no session."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth import middleware as auth
from django.contrib.auth.signals import user_logged_out
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from records.accounts import sessions as lifetimes
from records.people import Actor

SIGNED_OUT = "signed_out"
"""The attribute of a request by which somebody signed out."""


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


@receiver(user_logged_out)
def note_sign_out(sender: Any, request: HttpRequest | None, **kwargs: Any) -> None:
    """The answer to this request ends what the browser has stored of the service."""
    if request is not None:
        setattr(request, SIGNED_OUT, True)


class SessionMiddleware(BrowsersOnly, sessions.SessionMiddleware):
    """Opens the session that a cookie names, and tells caches what they may keep.

    What the API answers differs by credential. What is answered to somebody with a credential or a session is stored nowhere,
    where its view says nothing else.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The response of the rest of the chain."""
        response = super().__call__(request)
        if is_of_api(request):
            patch_vary_headers(response, ("Authorization",))
        if has_credential(request) or settings.SESSION_COOKIE_NAME in request.COOKIES:
            response.headers.setdefault("Cache-Control", "no-store")
        if getattr(request, SIGNED_OUT, False):
            # Drafts with people's names, which the next person at this machine is not to find.
            response.headers["Clear-Site-Data"] = '"storage"'
        return response


class AuthenticationMiddleware(BrowsersOnly, auth.AuthenticationMiddleware):
    """Sets the request's user from the session, unless it has lasted too long or was left alone for too long."""

    def process_request(self, request: HttpRequest) -> None:
        """Find the user when somebody asks: a page that knows nobody opens no session."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of_session(request))  # type: ignore[assignment]


def _user_of_session(request: HttpRequest) -> Actor:
    request.user = auth.get_user(request)
    if request.user.is_authenticated:
        if lifetimes.is_over(request.session):
            logout(request)
        else:
            lifetimes.note_seen(request)
    return request.user


class MessageMiddleware(BrowsersOnly, messages.MessageMiddleware):
    """Stores messages for the next page."""
