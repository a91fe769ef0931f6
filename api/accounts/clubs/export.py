"""A club's records to take away: having the zip made, and downloading it."""

from __future__ import annotations

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.http.idempotency import once_per_key
from api.http.parsers import SmallJsonParser
from api.http.problems import refusals
from api.jobs import JobSerializer, started
from records.archive import club_exports
from records.core.errors import Refusal


class ClubExport(APIView):
    """The export of a club's records."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="read_club_export",
        summary="A club's records as a zip",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **refusals(401, 403, 404, 409)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The latest export: a zip of every record in its canonical form, its verdict as JSON, and `results.csv`. It is made
        while it is sent, so a download that is broken off begins anew. For owners."""
        club = club_of(request, slug)
        export = club_exports.latest(request.user, club)
        if export is None:
            why = _("This club has no export. One is kept for a day, and goes when a match in it is deleted.")
            raise Refusal("not-found", why, 404)
        file = club_exports.download(export, club)
        if file is None:
            raise Refusal("not-finished", _("This export is not finished."), 409)
        return StreamingHttpResponse(file.content, headers={**file.headers, "Cache-Control": "no-store"})

    @extend_schema(
        operation_id="export_club",
        summary="Export a club's records",
        request=None,
        responses={202: JobSerializer, **refusals(401, 403, 404)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Have a zip made of all records of the club with their verdicts, and of a table of results, in the background. While
        one is under way, that is the answer. It is kept for a day. For owners."""
        return started(request, club_exports.ask(request.user, club_of(request, slug)))
