"""Responses to requests that fail the CSRF check, are too large, or meet an error of the service itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from api.http.problems import MEDIA_TYPE, problem


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The 403 response: a problem for programs, a page for people, in the reader's language."""
    if request.path.startswith("/api/"):
        body = problem(403, "csrf-failed", _("The request did not come from a page of this service."), request.path)
        return JsonResponse(body, status=403, content_type=MEDIA_TYPE)
    return render(request, "403_csrf.html", status=403)


def too_large(request: HttpRequest, most: int) -> HttpResponse:
    """The 413 response with the limit in bytes: a problem for programs, a page for people."""
    if request.path.startswith("/api/"):
        detail = _("A body has at most %(most)s bytes.") % {"most": f"{most:,}"}
        return JsonResponse(problem(413, "too-large", detail, request.path), status=413, content_type=MEDIA_TYPE)
    return render(request, "413.html", {"mebibytes": most // 1024**2}, status=413)


def server_error(request: HttpRequest) -> HttpResponse:
    """The 500 response: a problem for programs, which has the request id of the log; a page for people."""
    if request.path.startswith("/api/"):
        body = problem(500, "internal-error", _("The service failed on this request; it has been noted."), request.path)
        return JsonResponse(body, status=500, content_type=MEDIA_TYPE)
    return defaults.server_error(request)
