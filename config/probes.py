"""What machines ask: is the process alive, can it do its work. Answered before everything else.

A probe names whatever host it likes and speaks plain HTTP: neither ALLOWED_HOSTS nor the redirect to HTTPS stands in its way,
and no session is opened for it.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from records import health


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """200 as long as the process answers at all: nothing else is asked, the database's absence is no reason to restart."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 where the service can do its work, 503 where it cannot, with the reasons."""
    said = health.readiness()
    return JsonResponse(said, status=200 if said["ready"] else 503, json_dumps_params={"ensure_ascii": False})


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": alive, "/readyz": ready}


class Probes:
    """The middleware that answers them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return PROBES.get(request.path_info, self.get_response)(request)
