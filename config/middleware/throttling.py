"""Rate limits for pages that are expensive or accept passwords; those of the API are in ``api.http.throttling``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from records.ops import rate_limit

LOGINS = frozenset(("pages:login", "admin:login"))
UPLOADS = frozenset(("pages:upload", "pages:club_upload", "pages:batches"))
CALCULATOR = frozenset(("pages:worth", "pages:calculator"))

ATTEMPTED_NAME = "attempted_name"
"""The attribute of a request that holds the account name of an attempt to sign in."""


class ThrottlingMiddleware:
    """Answers 429 with Retry-After, in the reader's language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # The form again instead of a redirect: the password was wrong.
        if (name := getattr(request, ATTEMPTED_NAME, None)) is not None and response.status_code == 200:
            rate_limit.hit("login-name", name)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Count the request where its address has a limit; the 429 response where it is over."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        seconds = 0
        if name in LOGINS and request.method == "POST":
            seconds = rate_limit.hit("login", rate_limit.address_of(request)) or self._wait_of_name(request)
        elif name in UPLOADS and request.method == "POST":
            seconds = rate_limit.hit("page-upload", rate_limit.client_key(request))
        elif name in CALCULATOR:
            seconds = rate_limit.hit("worth", rate_limit.client_key(request))
        return self._too_many(request, seconds) if seconds else None

    def _wait_of_name(self, request: HttpRequest) -> int:
        """Seconds to wait for this account name. Only failed attempts are counted by name, so that nobody can lock an account."""
        name = request.POST.get("username", "").strip().casefold()
        setattr(request, ATTEMPTED_NAME, name)
        return rate_limit.seconds_until_free("login-name", name)

    def _too_many(self, request: HttpRequest, seconds: int) -> HttpResponse:
        setattr(request, ATTEMPTED_NAME, None)
        response = render(request, "429.html", {"seconds": seconds}, status=429)
        response.headers["Retry-After"] = str(seconds)
        return response
