"""How often pages may be asked for that cost work or guess passwords. What the API answers is counted in api.throttling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from records.ops import rate_limit

LOGINS = frozenset(("pages:login", "admin:login"))
UPLOADS = frozenset(("pages:upload", "pages:club_upload", "pages:batches"))
PIECES = frozenset(("pages:worth", "pages:calculator"))


class Throttled:
    """The middleware that answers 429, in the reader's language, with Retry-After."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # The form again, and not the way on: name and password did not fit together.
        if (name := getattr(request, "tries_to_be", None)) is not None and response.status_code == 200:
            rate_limit.hit("login-name", name)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Count, where it is one of these addresses."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        seconds = 0
        if name in LOGINS and request.method == "POST":
            seconds = rate_limit.hit("login", rate_limit.address_of(request)) or self._name(request)
        elif name in UPLOADS and request.method == "POST":
            seconds = rate_limit.hit("page-upload", rate_limit.asker_of(request))
        elif name in PIECES:
            seconds = rate_limit.hit("worth", rate_limit.asker_of(request))
        return self._refused(request, seconds) if seconds else None

    def _name(self, request: HttpRequest) -> int:
        """Only what fails is counted by name: nobody is kept out by signing in."""
        name = request.POST.get("username", "").strip().casefold()
        request.tries_to_be = name  # type: ignore[attr-defined]
        return rate_limit.full("login-name", name)

    def _refused(self, request: HttpRequest, seconds: int) -> HttpResponse:
        request.tries_to_be = None  # type: ignore[attr-defined]
        response = render(request, "429.html", {"seconds": seconds}, status=429)
        response.headers["Retry-After"] = str(seconds)
        return response
