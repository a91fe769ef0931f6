"""Exports of the archive as Parquet files: having one made, how far it is, downloading it."""

from __future__ import annotations

import uuid
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

from api.clubs.lookup import club_of
from api.http.idempotency import once_per_key
from api.http.lists import serialized_rows
from api.http.pagination import PAGES, NewestFirst, page_of
from api.http.parsers import SmallJsonParser
from api.http.problems import PROBLEM, Problem, refusals
from records import analytics
from records.models import AnalyticsExport, Club


class AnalyticsExportSerializer(serializers.ModelSerializer[AnalyticsExport]):
    """An export for analyses."""

    url = serializers.SerializerMethodField()
    file_url = serializers.SerializerMethodField(help_text="the zip; null until it is there")
    club = serializers.CharField(source="club.slug", allow_null=True, default=None, help_text="null: the whole service")
    matches = serializers.IntegerField(help_text="matches that are in it so far")
    left_out = serializers.IntegerField(help_text="those whose rows could not be made")
    size = serializers.IntegerField(help_text="bytes of its files so far")

    class Meta:
        model = AnalyticsExport
        fields = ["id", "url", "file_url", "club", "state", "matches", "left_out", "size", "created_at"]

    def get_url(self, export: AnalyticsExport) -> str:
        return self._at("api:analytics_export", export)

    def get_file_url(self, export: AnalyticsExport) -> str | None:
        return self._at("api:analytics_file", export) if export.state == AnalyticsExport.State.DONE else None

    def _at(self, name: str, export: AnalyticsExport) -> str:
        return str(reverse(name, args=[export.pk], request=self.context["request"]))


class DetailedExportSerializer(AnalyticsExportSerializer):
    """An export for analyses, with the figures of its club."""

    figures = serializers.SerializerMethodField(help_text="a club's by game and rules; null until it is finished")

    class Meta(AnalyticsExportSerializer.Meta):
        fields = [*AnalyticsExportSerializer.Meta.fields, "figures"]

    def get_figures(self, export: AnalyticsExport) -> dict[str, Any] | None:
        return analytics.figures_told(export)


def _export_of(request: Request, export_id: uuid.UUID) -> AnalyticsExport:
    """The export, where this person may have it. Raises Problem (404)."""
    export = analytics.find(request.user, export_id)
    if export is None:
        raise Problem(404, "not-found", _("Export not found, or you don't have access."))
    return export


def _shown(request: Request, export: AnalyticsExport) -> Any:
    return AnalyticsExportSerializer(export, context={"request": request}).data


def _ask(request: Request, club: Club | None = None) -> Response:
    answer = _shown(request, analytics.ask(request.user, club))
    return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})


def _page(view: APIView, request: Request, exports: Any) -> Response:
    pages = NewestFirst()
    page = pages.paginate_queryset(exports, request, view)
    return pages.get_paginated_response(serialized_rows(AnalyticsExportSerializer, page, {"request": request}))


class AnalyticsExportList(APIView):
    """The exports that one may have."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_analytics_exports",
        summary="List exports for analyses",
        parameters=PAGES,
        responses={200: page_of(AnalyticsExportSerializer), 401: PROBLEM},
    )
    def get(self, request: Request) -> Response:
        """The exports of the clubs that you own, the newest first, in pages; for the staff all."""
        return _page(self, request, analytics.visible_to(request.user))

    @extend_schema(
        operation_id="export_everything",
        summary="Export every match for analyses",
        request=None,
        responses={202: AnalyticsExportSerializer, **refusals(401, 403)},
    )
    @once_per_key
    def post(self, request: Request) -> Response:
        """Have every match of the service exported to Parquet in the background, as is done every night. While one is under way,
        that is the answer. For the staff."""
        return _ask(request)


class ClubAnalyticsExports(APIView):
    """The exports of a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_club_analytics_exports",
        summary="A club's exports for analyses",
        parameters=PAGES,
        responses={200: page_of(AnalyticsExportSerializer), **refusals(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The exports of the club, the newest first, in pages. To others than its owners none is there."""
        return _page(self, request, analytics.visible_to(request.user).filter(club=club_of(request, slug)))

    @extend_schema(
        operation_id="export_club",
        summary="Export a club's matches for analyses",
        request=None,
        responses={202: AnalyticsExportSerializer, **refusals(401, 403, 404)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Have the club's matches exported to Parquet in the background. While one is under way, that is the answer. For
        owners."""
        return _ask(request, club_of(request, slug))


class AnalyticsExportDetail(APIView):
    """An export."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_analytics_export",
        summary="How far an export has come",
        responses={200: DetailedExportSerializer, **refusals(401, 404)},
    )
    def get(self, request: Request, export_id: uuid.UUID) -> Response:
        """How far the export has come, where it can be downloaded, and the figures of its club."""
        export = _export_of(request, export_id)
        return Response(DetailedExportSerializer(export, context={"request": request}).data)


class AnalyticsExportFile(APIView):
    """Downloading an export."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_analytics_file",
        summary="An export for analyses",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **refusals(401, 404, 409)},
    )
    def get(self, request: Request, export_id: uuid.UUID) -> HttpResponseBase:
        """A zip of Parquet files, a folder for each table; their columns: docs/reference/analytics.md."""
        file = analytics.download(_export_of(request, export_id))
        if file is None:
            raise Problem(409, "not-finished", _("This export is not finished."))
        return StreamingHttpResponse(file.content, headers=file.headers)
