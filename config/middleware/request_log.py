"""Gives each request an id, logs it in one line and measures how long it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from config.middleware.edge import PROBES
from records.core.ops import metrics, rate_limit, request_context

log = logging.getLogger("referee.requests")


class RequestLogMiddleware:
    """The outermost middleware but for the security headers, so that it measures everything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        with request_context.request(request.headers.get("X-Request-ID"), lambda: getattr(request, "user", None)) as id_:
            response = self.get_response(request)
            response.headers["X-Request-ID"] = id_
            took = time.perf_counter() - started
            metrics.observe_request(request.method or "", route_of(request), response.status_code, took)
            log.log(
                level_of(request, response),
                "%s %s %d",
                request.method,
                request.path,
                response.status_code,
                extra={
                    "method": request.method,
                    "route": route_of(request),
                    "status": response.status_code,
                    "ms": round(took * 1000, 1),
                    "user": user_of(request),
                    **refusal_details(request, response),
                },
            )
        return response


REFUSED = frozenset((401, 403, 405, 413, 429))
"""What somebody asked who may not: not known, not allowed, not in this way, too much, too often. Every other 4xx is a mistake
of the client, or what is another's and so is not found."""


def refusal_details(request: HttpRequest, response: HttpResponse) -> dict[str, str]:
    """For a request that was refused: from which address it came and how its sender meant to be known. Of others that is not
    logged."""
    if not 400 <= response.status_code < 500:
        return {}
    return {"address": rate_limit.address_of(request), "credential": credential_of(request)}


def credential_of(request: HttpRequest) -> str:
    """``bearer``, ``share``, another scheme, ``session``, or ``none``; never what it holds."""
    scheme = request.headers.get("Authorization", "").partition(" ")[0].lower()
    if scheme:
        return scheme if scheme in ("bearer", "link", "basic") else "other"
    return "session" if settings.SESSION_COOKIE_NAME in request.COOKIES else "none"


def level_of(request: HttpRequest, response: HttpResponse) -> int:
    """The log level of a request: ERROR for failures, WARNING for refusals, DEBUG for static files and for what has no view,
    else INFO."""
    if response.status_code >= 500 and request.path_info not in PROBES:
        return logging.ERROR
    if response.status_code in REFUSED:
        return logging.WARNING
    return logging.DEBUG if request.resolver_match is None and response.status_code < 400 else logging.INFO


def user_of(request: HttpRequest) -> int | None:
    """The user's key, where something else has looked the user up: logging opens no session."""
    user = request.__dict__.get("user")
    return None if isinstance(user, SimpleLazyObject) else getattr(user, "pk", None)


def route_of(request: HttpRequest) -> str:
    """The URL pattern of the request; ``none`` for unknown addresses and static files."""
    if request.resolver_match is not None:
        return request.resolver_match.route or "/"
    return request.path_info if request.path_info in PROBES else "none"
