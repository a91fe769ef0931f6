"""Limits on a request before a view sees it: how large, how often, how costly. The API's rates: ``api.http.throttling``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.error_handlers import too_large
from records.accounts.sign_in.guard import too_often
from records.core import sandbox
from records.core.ops import rate_limit

BATCHES = frozenset(("pages:batches", "api:batches", "api:club_batches"))
FORM_BYTES = 1024 * 1024
"""The bytes that a form may add to the size of its files."""
SIGN_INS = frozenset(
    (
        "account_login",
        "account_signup",
        "account_reauthenticate",
        "account_change_password",
        "account_reset_password",
        "account_confirm_password_reset_code",
        "account_email_verification_sent",
        "mfa_authenticate",
        "mfa_reauthenticate",
        "mfa_login_webauthn",
        "mfa_reauthenticate_webauthn",
        "mfa_activate_totp",
    )
)
"""Addresses at which passwords and codes can be guessed; how often for one account ``records.accounts.sign_in.guard`` says."""
WITH_FILES = "multipart/form-data"
"""The form of what a page sends with files, which are read and judged; whatever else a form does is not counted with them."""
WORKED_OUT = "pages:calculator"
"""The page on which anybody has a hand judged."""


class LimitsMiddleware:
    """Refuses what is past a limit, in the reader's language: 413, 429 or 503 with Retry-After, 422.

    Stands before the CSRF check, which reads the body: Django stores a form's files on disk before a view sees them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Return the refusal of a request that is too large or comes too often, else None."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        most: int = settings.BATCH_BYTES if name in BATCHES else settings.UPLOAD_BYTES
        length = request.META.get("CONTENT_LENGTH") or "0"  # Django reads a body without a length as empty
        if length.isdigit() and int(length) > most + FORM_BYTES:
            return too_large(request, most)
        seconds = _seconds_to_wait(request, name)
        return too_often(request, seconds) if seconds else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page that says why the sandbox cannot judge, or not now; None for every other error."""
        if not isinstance(error, sandbox.Busy | sandbox.TooCostly):
            return None
        context = {"status": error.status, "reason": str(error)}
        response = render(request, "refused.html", context, status=error.status)
        if error.retry_after:
            response.headers["Retry-After"] = str(error.retry_after)
        return response


def _seconds_to_wait(request: HttpRequest, name: str) -> int:
    """Count the request where its address has a rate limit; the seconds to wait where it is over, else 0."""
    if name in SIGN_INS and request.method == "POST":
        return rate_limit.hit("login", rate_limit.network_of(request))
    if request.method == "POST" and request.content_type == WITH_FILES and name.startswith("pages:"):
        return rate_limit.hit("page-upload", rate_limit.client_key(request))
    if name == WORKED_OUT:
        return rate_limit.hit("worth", rate_limit.client_key(request))
    return 0
