"""Batches: uploading, listing, one with its job and its files."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.batches.serializers import BatchProgressSerializer, BatchSerializer, batch_answer
from api.archive.lookup import batch_of
from api.archive.matches.uploading import UPLOADING
from api.http import parameters
from api.http.idempotency import once
from api.http.pagination import PAGES, NewestFirst, page_of, serialized_rows
from api.http.parsers import parsed
from api.http.problems import PROBLEM, refusals
from api.http.reports import FORMAT, csv_report, described, json_report, report_format
from api.jobs import started
from records.accounts.models import Club
from records.archive import batches
from records.archive.matches.uploading import XLSX
from records.core.errors import Refusal
from records.core.languages import localized

COLUMNS = (
    "file_number",
    "file",
    "number",
    "first_line",
    "match",
    "url",
    "result",
    "state",
    "status",
    "findings",
    "rounds",
    "rounds_checked",
    "code",
    "line",
    "column",
    "message",
)


class Stream:
    """A request body that has not been read yet."""

    def __init__(self, read: Callable[[int], bytes], media_type: str, filename: str = "") -> None:
        self.read, self.media_type, self.filename = read, media_type, filename


class Streamed(BaseParser):
    """Parses a body into a Stream, which the view reads."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Stream:  # type: ignore[override]  # as Raw
        return Stream(stream.read, media_type or "")


def _parser(kind: str) -> type[BaseParser]:
    return type("Streamed", (Streamed,), {"media_type": kind})


TYPES = ("application/zip", "application/x-zip-compressed", "text/x-ppn", "text/csv", XLSX, "text/plain", "application/x-ndjson")
PARSERS = [*map(_parser, TYPES), MultiPartParser]
BODY = {
    **{kind: {"type": "string", "format": "binary"} for kind in TYPES[:5]},
    "application/x-ndjson": {"type": "string"},
    "multipart/form-data": {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}}},
}
NAMED = OpenApiParameter("filename", str, description="what to call a body that is no form")


def stream_of(request: Request) -> Stream:
    """The body of a request, or the one file of a form. Raises Refusal (422), UploadError (415)."""
    data = parsed(request)
    if isinstance(data, Stream):
        data.filename = parameters.text(request, "filename")
        return data
    files = [file for name in request.FILES for file in request.FILES.getlist(name)]
    if len(files) != 1:
        raise Refusal("one-file", _("A batch is one file; the form holds {n}."), 422, n=len(files))
    return Stream(files[0].read, files[0].content_type or "", files[0].name or "")


def _received(request: Request, club: Club | None = None) -> HttpResponseBase:
    """Store the uploaded batch as the person's or the club's, once per key."""
    body, public, hints = stream_of(request), parameters.flag(request, "public"), parameters.hints(request)
    with batches.received(body.read, request.user, club, public) as upload:

        def stored() -> Response:
            whose: dict[str, Any] = {"user": request.user, "club": club, "public": public}
            batch = batches.store(upload, media_type=body.media_type, filename=body.filename, hints=hints, **whose)
            return started(request, batch, batch_answer(request, batch))

        return once(request, (upload.sha256, body.filename), stored)


RECEIVED = {
    202: BatchProgressSerializer,
    **refusals(401, 403, 413, 415, 422, 429),
}


class BatchList(APIView):
    """Batches."""

    permission_classes = [IsAuthenticated]
    parser_classes = PARSERS

    @extend_schema(
        operation_id="list_batches",
        summary="List batches",
        responses={200: page_of(BatchSerializer), 401: PROBLEM},
        parameters=PAGES,
    )
    def get(self, request: Request) -> Response:
        """Your batches and those of your clubs, the newest first, in pages."""
        pages = NewestFirst()
        page = pages.paginate_queryset(batches.visible_to(request.user), request, self)
        return pages.get_paginated_response(serialized_rows(BatchSerializer, page, {"request": request}))

    @extend_schema(
        operation_id="upload_batch", summary="Upload a batch", request=BODY, parameters=[*UPLOADING, NAMED], responses=RECEIVED
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Upload a zip, a PPN file or JSON lines with any number of matches. Workers ingest the batch and judge its matches. 202
        with the address to poll."""
        return _received(request)


class ClubBatches(APIView):
    """Uploading batches into a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = PARSERS

    @extend_schema(
        operation_id="upload_club_batch",
        summary="Upload a batch into a club",
        request=BODY,
        parameters=[*UPLOADING, NAMED],
        responses={**RECEIVED, 404: PROBLEM},
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        """A batch whose matches are the club's. For scorers; `public=1` for organizers."""
        return _received(request, club_of(request, slug))


class BatchDetail(APIView):
    """One batch."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_batch",
        summary="A batch and its progress",
        responses={200: BatchProgressSerializer, 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> Response:
        """How far it has come, counted now, and its first hundred files; the report has all."""
        return Response(batch_answer(request, batch_of(request, batch_id)))


class BatchReport(APIView):
    """The report."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_batch",
        summary="The report of a batch",
        parameters=[FORMAT],
        responses=described("batch"),
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> StreamingHttpResponse:
        """The report: a row for every match, and one for every file that could not be read to its end. It is sent while it is
        written."""
        batch = batch_of(request, batch_id)
        wanted, rows = report_format(request), (_row(request, row) for row in batches.report(batch))
        if wanted == "csv":
            return csv_report(COLUMNS, rows, dict.values, batch.pk)
        return json_report("batch", batch_answer(request, batch), rows, batch.pk)


def _row(request: Request, row: dict[str, Any]) -> dict[str, Any]:
    row["url"] = reverse("api:match", args=[row["match"]], request=request) if row["match"] else None
    row["message"] = localized(row["message"]) if row["message"] else None
    return {name: row[name] for name in COLUMNS}
