"""Pages that cannot be made because what was sent cannot be judged, or not now; the API has problems for that."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from records import sandbox
from records.languages import localized


class SandboxErrorsMiddleware:
    """Answers with a page that says why, in the reader's language: 503 with Retry-After, or 422."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for an error of the sandbox; None for every other."""
        if not isinstance(error, sandbox.Busy | sandbox.TooCostly):
            return None
        context = {"status": error.status, "reason": localized(error.message)}
        response = render(request, "refused.html", context, status=error.status)
        if error.retry_after:
            response.headers["Retry-After"] = str(error.retry_after)
        return response
