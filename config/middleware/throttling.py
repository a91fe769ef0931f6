"""Rate limits for pages that are expensive or accept passwords; those of the API are in ``api.http.throttling``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from records.accounts.guard import too_often
from records.ops import rate_limit

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
"""Addresses at which passwords and codes can be guessed; how often for one account ``records.accounts.guard`` says."""
UPLOADS = frozenset(
    (
        "pages:upload",
        "pages:club_upload",
        "pages:batches",
        "pages:other_rules",
        "pages:shared_other_rules",
        "pages:shared_event_other_rules",
        "pages:visitor_other_rules",
    )
)
WORKED_OUT = frozenset(("pages:worth", "pages:calculator", "pages:visitor_frames", "pages:visitor_review"))
"""Addresses at which anybody has something judged that is not stored: a hand, a round of a visitor's match."""


class ThrottlingMiddleware:
    """Answers 429 with Retry-After, in the reader's language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Count the request where its address has a limit; the 429 response where it is over."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        seconds = 0
        if name in SIGN_INS and request.method == "POST":
            seconds = rate_limit.hit("login", rate_limit.network_of(request))
        elif name in UPLOADS and request.method == "POST":
            seconds = rate_limit.hit("page-upload", rate_limit.client_key(request))
        elif name in WORKED_OUT:
            seconds = rate_limit.hit("worth", rate_limit.client_key(request))
        return too_often(request, seconds) if seconds else None
