"""Requests that no address takes, refused before all else: methods that nothing uses, and the API over plain HTTP."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise
from rest_framework.exceptions import MethodNotAllowed

from api.http.problems import MEDIA_TYPE, problem
from config.middleware.language import language_of

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
"""Every other method (TRACE, CONNECT, those of WebDAV, invented ones) is 405 at every address, there or not."""


class TransportMiddleware:
    """Before the redirect to HTTPS: a browser is led there, a program is told that it sent its token in the clear."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        of_api = request.path_info.startswith("/api/")
        if request.method not in METHODS:
            return _not_allowed(request) if of_api else HttpResponseNotAllowed(METHODS)
        if of_api and settings.HTTPS and not request.is_secure():
            detail = _("The API is spoken to over HTTPS alone. Replace a token that was sent without it.")
            return _problem(request, 403, "https-only", detail)
        return self.get_response(request)


def _not_allowed(request: HttpRequest) -> HttpResponse:
    """The 405 problem, in the words of the framework's own."""
    answer = _problem(request, 405, "method-not-allowed", str(MethodNotAllowed(str(request.method)).detail))
    answer.headers["Allow"] = ", ".join(METHODS)
    return answer


def _problem(request: HttpRequest, status: int, code: str, detail: StrOrPromise) -> HttpResponse:
    """A problem; no middleware has chosen a language yet."""
    with translation.override(language_of(request)):
        body = problem(status, code, str(detail), request.path)
    return JsonResponse(body, status=status, content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False})
