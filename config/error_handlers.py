"""Responses to requests that fail the CSRF check, are too large, or meet an error of the service itself."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from api.http.problems import MEDIA_TYPE, problem
from records.accounts.sign_in import guard
from records.core.db.retry import is_out_of_room, is_unavailable

RETRY_AFTER = 5
"""Seconds after which a client may ask again whom the database could not serve; a restart of it takes a few."""

ROOM_AFTER = 60
"""Seconds after which a client may ask again for whom there was no room: other uploads are done by then."""


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


def too_often(request: HttpRequest) -> HttpResponse:
    """The 429 response of django-allauth's own limits, which are of an hour."""
    return guard.too_often(request, 3600)


def server_error(request: HttpRequest) -> HttpResponse:
    """The 503 response where the database cannot serve, 507 where there is no room for files, else the 500 response.

    A problem for programs, which has the request id of the log; a page for people.
    """
    error = sys.exc_info()[1]
    if is_unavailable(error):
        return _unavailable(request)
    if is_out_of_room(error):
        return _out_of_room(request)
    if request.path.startswith("/api/"):
        body = problem(500, "internal-error", _("The service failed on this request; it has been noted."), request.path)
        return JsonResponse(body, status=500, content_type=MEDIA_TYPE)
    return defaults.server_error(request)


def _out_of_room(request: HttpRequest) -> HttpResponse:
    response: HttpResponse
    if request.path.startswith("/api/"):
        detail = _("The service has no room for files at the moment. Nothing was stored; please try again later.")
        response = JsonResponse(problem(507, "no-room", detail, request.path), status=507, content_type=MEDIA_TYPE)
    else:
        response = defaults.server_error(request, "507.html")
        response.status_code = 507
    response.headers["Retry-After"] = str(ROOM_AFTER)
    return response


def _unavailable(request: HttpRequest) -> HttpResponse:
    response: HttpResponse
    if request.path.startswith("/api/"):
        detail = _("The database cannot be used at the moment. Please try again in a little while.")
        response = JsonResponse(problem(503, "unavailable", detail, request.path), status=503, content_type=MEDIA_TYPE)
    else:
        response = defaults.server_error(request, "503.html")
        response.status_code = 503
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response
