"""Around every request: how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from api.probes import PROBES
from records import metrics


class Requests:
    """The middleware inside which everything else happens."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        metrics.request_took(request.method or "", route_of(request), response.status_code, time.perf_counter() - started)
        return response


def route_of(request: HttpRequest) -> str:
    """The pattern of the request's address; ``none`` where there is no such address, and for files."""
    if request.resolver_match is not None:
        return request.resolver_match.route or "/"
    return request.path_info if request.path_info in PROBES else "none"
