"""Finds the user of a request by its session, unless the session is over."""

from __future__ import annotations

from django.contrib.auth import get_user, logout, middleware
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from records.accounts.sign_in import sessions
from records.core.people import Actor


class AuthenticationMiddleware(middleware.AuthenticationMiddleware):
    """Sets the request's user from the session, unless it has lasted too long or was left alone for too long."""

    def process_request(self, request: HttpRequest) -> None:
        """Find the user when somebody asks: a page that knows nobody opens no session, nor does a token of the API."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of_session(request))  # type: ignore[assignment]


def _user_of_session(request: HttpRequest) -> Actor:
    request.user = get_user(request)
    if request.user.is_authenticated:
        if sessions.is_over(request.session):
            logout(request)
        else:
            sessions.note_seen(request)
    return request.user
