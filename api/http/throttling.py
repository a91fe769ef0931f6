"""Rate limits of the API: by token, else by account, else by the link of a table or seat, else by address."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from records.accounts.access import SeatGrant, grants_of
from records.accounts.models import ApiToken
from records.core.ops import rate_limit
from records.core.unlisted import is_unlisted


class Throttle(BaseThrottle):
    """``user`` of the settings for each token and each account that is signed in, for each address ``anon``, or what the view
    names as its ``throttle_scope``.

    A hall has one address: the requests of who holds the link of a table or seat are counted by the view, for each link apart.
    """

    seconds = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request; whether it is within the limit."""
        if isinstance(request.auth, ApiToken):
            scope, client = "user", f"token:{request.auth.pk}"
        elif request.user and request.user.is_authenticated:
            scope, client = "user", f"user:{request.user.pk}"
        elif any(isinstance(grant, SeatGrant) for grant in grants_of(request.user)):
            return True
        else:
            scope, client = getattr(view, "throttle_scope", "anon"), rate_limit.network_of(request)
        self.seconds = rate_limit.hit(scope, client)
        return not self.seconds

    def wait(self) -> float:
        """The seconds for Retry-After."""
        return self.seconds


class DraftThrottle(Throttle):
    """The limit of pages that have a draft checked as it is written; of programs, and of verdicts on whole texts, that of all."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request; whether it is within the limit."""
        if isinstance(request.auth, ApiToken) or "words" not in request.query_params:
            return super().allow_request(request, view)
        self.seconds = rate_limit.hit("check", rate_limit.client_key(request))
        return not self.seconds


class RoundThrottle(Throttle):
    """The limit of what pages ask about a round: a hall of readers has one address, and each page asks many times.

    Programs with a token are limited as everywhere. A round of what a visitor dropped is judged anew, as a hand of the calculator
    is, and counts like one.
    """

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request where it counts; whether it is within the limit."""
        if isinstance(request.auth, ApiToken):
            return super().allow_request(request, view)
        if is_unlisted(view.kwargs["match_id"]):
            self.seconds = rate_limit.hit("worth", rate_limit.client_key(request))
        return not self.seconds
