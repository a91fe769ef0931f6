"""Answers some requests before other middleware sees them: probes, methods that nothing uses, the API over plain HTTP."""

from __future__ import annotations

from collections.abc import Callable
from hmac import compare_digest

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from rest_framework.exceptions import MethodNotAllowed

from api.http.problems import MEDIA_TYPE, problem
from records.core.ops import health, metrics
from referee.chinese import ENGLISH

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
"""Every other method (TRACE, CONNECT, those of WebDAV, invented ones) is 405 at every address, there or not."""
ANY_LANGUAGE = ("", "*")
"""Values of ``Accept-Language`` that name no language. Some HTTP libraries send ``*`` by themselves."""


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
        return _problem(request, 404, "not-found", _("There is nothing at this address."))
    shown = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
    if not compare_digest(shown, b"Bearer " + settings.METRICS_TOKEN.encode()):
        answer = _problem(request, 401, "not-authenticated", _("These figures are shown only with the token for them."))
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer
    return HttpResponse(metrics.exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


PROBES: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": alive, "/readyz": ready, "/metrics": figures}


class EdgeMiddleware:
    """Stands before Django's own checks of a request.

    A probe names any host and speaks plain HTTP, so ALLOWED_HOSTS and the redirect to HTTPS must not see it. A program that sent
    its token in the clear is refused, not redirected.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in PROBES and request.method in METHODS:
            return PROBES[request.path_info](request)
        is_of_api = request.path_info.startswith("/api/")
        if is_of_api:
            _default_to_english(request)
        if request.method not in METHODS:
            return _not_allowed(request) if is_of_api else HttpResponseNotAllowed(METHODS)
        if is_of_api and settings.HTTPS and not request.is_secure():
            detail = _("The API is spoken to over HTTPS alone. Replace a token that was sent without it.")
            return _problem(request, 403, "https-only", detail)
        return self.get_response(request)


def _default_to_english(request: HttpRequest) -> None:
    """Let a request to the API that names no language ask for English: the default of Django's LocaleMiddleware is the pages'."""
    named = request.META.get("HTTP_ACCEPT_LANGUAGE", "").partition(";")[0].strip() not in ANY_LANGUAGE
    if not named and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        request.META["HTTP_ACCEPT_LANGUAGE"] = ENGLISH


def _not_allowed(request: HttpRequest) -> HttpResponse:
    """The 405 problem, in the words of the framework's own."""
    answer = _problem(request, 405, "method-not-allowed", str(MethodNotAllowed(str(request.method)).detail))
    answer.headers["Allow"] = ", ".join(METHODS)
    return answer


def _problem(request: HttpRequest, status: int, code: str, detail: StrOrPromise) -> HttpResponse:
    """A problem in the reader's language, which no middleware has activated yet."""
    with translation.override(translation.get_language_from_request(request)):
        body = problem(status, code, str(detail), request.path)
    return JsonResponse(body, status=status, content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False})
