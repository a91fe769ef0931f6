"""Probes for machines: liveness, readiness, metrics. They are answered before all other middleware.

A probe names whatever host it likes and speaks plain HTTP: neither ALLOWED_HOSTS nor the redirect to HTTPS stands in its way,
and no session is opened for it.
"""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from api.http.problems import MEDIA_TYPE, problem
from config.middleware.language import language_of
from records.ops import health, metrics


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    """200 while the process answers. Nothing else is checked: a missing database is no reason to restart the process."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 where the service can work, else 503 with the reasons."""
    report = health.readiness()
    return JsonResponse(report, status=200 if report["ready"] else 503, json_dumps_params={"ensure_ascii": False})


@never_cache
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """The metrics in Prometheus's format, for clients that send METRICS_TOKEN; 404 without the setting."""
    if not settings.METRICS_TOKEN:
        return _problem_response(request, 404, "not-found", _("There is nothing at this address."))
    shown = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
    if not compare_digest(shown, b"Bearer " + settings.METRICS_TOKEN.encode()):
        answer = _problem_response(request, 401, "not-authenticated", _("These figures are shown only with the token for them."))
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer
    return HttpResponse(metrics.exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _problem_response(request: HttpRequest, status: int, code: str, detail: StrOrPromise) -> HttpResponse:
    """A problem; no middleware has chosen a language yet."""
    with translation.override(language_of(request)):
        body = problem(status, code, str(detail), request.path)
    return JsonResponse(body, status=status, content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False})


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": alive, "/readyz": ready, "/metrics": figures}


class ProbesMiddleware:
    """Answers the probes before every other middleware but those outside of it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return PROBES.get(request.path_info, self.get_response)(request)
