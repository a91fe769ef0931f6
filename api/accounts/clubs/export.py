"""A club's records to take away: having the zip made, how far it is, downloading it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.accounts.clubs.lookup import club_of
from api.http.idempotency import once_per_key
from api.http.parsers import SmallJsonParser
from api.http.problems import Problem, refusals
from records.archive import club_exports
from records.archive.models import ClubExport


class ClubExportSerializer(serializers.ModelSerializer[ClubExport]):
    """An export of a club's records."""

    file_url = serializers.SerializerMethodField(help_text="the zip; null until it is made")
    percent = serializers.SerializerMethodField()
    matches = serializers.IntegerField(help_text="matches that are in it so far")
    left_out = serializers.IntegerField(help_text="matches whose files could not be made")
    size = serializers.IntegerField(help_text="bytes so far")

    class Meta:
        model = ClubExport
        fields = ["state", "percent", "matches", "left_out", "size", "created_at", "file_url"]

    def get_file_url(self, export: ClubExport) -> str | None:
        if export.state != ClubExport.State.DONE:
            return None
        return str(reverse("api:club_export_file", args=[export.club.slug], request=self.context["request"]))

    def get_percent(self, export: ClubExport) -> int:
        return club_exports.percent(export)


def _latest(request: Request, slug: str) -> ClubExport:
    """The latest export of a club. Raises Problem (404), Refusal (403)."""
    export = club_exports.latest(request.user, club_of(request, slug))
    if export is None:
        raise Problem(
            404, "not-found", _("This club has no export. One is kept for a day, and goes when a match in it is deleted.")
        )
    return export


class ClubExportDetail(APIView):
    """The export of a club's records."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="read_club_export",
        summary="How far the export of a club's records is",
        responses={200: ClubExportSerializer, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """How far the latest export has come and, once it is made, where its zip is. For owners."""
        return Response(self._shown(request, _latest(request, slug)))

    @extend_schema(
        operation_id="export_club",
        summary="Export a club's records",
        request=None,
        responses={202: ClubExportSerializer, **refusals(401, 403, 404)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Have a zip made of all records of the club with their verdicts, and of a table of results, in the background. While
        one is under way, that is the answer. It is kept for a day. For owners."""
        answer = self._shown(request, club_exports.ask(request.user, club_of(request, slug)))
        where = reverse("api:club_export", args=[slug], request=request)
        return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Location": where})

    def _shown(self, request: Request, export: ClubExport) -> Any:
        return ClubExportSerializer(export, context={"request": request}).data


class ClubExportFile(APIView):
    """Downloading a club's records."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_club_export_file",
        summary="A club's records as a zip",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **refusals(401, 403, 404, 409)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """A zip of every record in its canonical form, its verdict as JSON, and `results.csv`. For owners."""
        file = club_exports.download(_latest(request, slug))
        if file is None:
            raise Problem(409, "not-finished", _("This export is not finished."))
        return StreamingHttpResponse(file.content, headers={**file.headers, "Cache-Control": "no-store"})
