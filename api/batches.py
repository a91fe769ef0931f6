"""Batches over REST: one upload of many matches, how far it has come, its report."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.bodies import QuestionParser
from api.clubs import club_of
from api.pages import PAGES, NewestFirst, page_of
from api.problems import Problem, said
from api.views import PROBLEM, UPLOADING
from records import batches
from records.models import Batch, Club
from records.publications.spreadsheets import as_csv

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
    "code",
    "line",
    "column",
    "message",
)


class Stream:
    """A body that is not read yet."""

    def __init__(self, read: Callable[[int], bytes], media_type: str, filename: str = "") -> None:
        self.read, self.media_type, self.filename = read, media_type, filename


class Streamed(BaseParser):
    """A body as it comes, read by who takes it in."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Stream:
        return Stream(stream.read, media_type or "")


def _parser(kind: str) -> type[BaseParser]:
    return type("Streamed", (Streamed,), {"media_type": kind})


TYPES = ("application/zip", "application/x-zip-compressed", "text/x-ppn", "text/plain", "application/x-ndjson")
PARSERS = [*map(_parser, TYPES), MultiPartParser]
BODY = {
    **{kind: {"type": "string", "format": "binary"} for kind in TYPES[:3]},
    "application/x-ndjson": {"type": "string"},
    "multipart/form-data": {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}}},
}
NAMED = OpenApiParameter("filename", str, description="what to call a body that is no form")


class PlacedErrorSerializer(serializers.Serializer):
    """What is wrong with a file, and where."""

    code = serializers.CharField(help_text="a word for programs")
    detail = serializers.SerializerMethodField(help_text="a sentence for people, in their language")
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)

    def get_detail(self, error: dict[str, Any]) -> str:
        return said(error["message"])


class CountsSerializer(serializers.Serializer):
    """Matches by what became of them, by the state of the work and by verdict."""

    matches = serializers.IntegerField(help_text="those stored or found so far")
    new = serializers.IntegerField()
    known = serializers.IntegerField(help_text="here already, or twice in the batch")
    pending = serializers.IntegerField()
    judging = serializers.IntegerField()
    judged = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="the referee itself failed on them")
    stopped = serializers.IntegerField(help_text="not judged: the batch was cancelled")
    clean = serializers.IntegerField()
    flagged = serializers.IntegerField()
    unreadable = serializers.IntegerField()


class FileSerializer(CountsSerializer):
    """A file of a batch."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField(help_text="bytes, unpacked")
    read = serializers.BooleanField(help_text="whether it has been taken in")
    error = PlacedErrorSerializer(allow_null=True, help_text="why it was not read, or not to its end")


class ProgressSerializer(serializers.Serializer):
    """How far a batch has come, counted now."""

    files = serializers.IntegerField()
    files_read = serializers.IntegerField()
    files_failed = serializers.IntegerField()
    matches = CountsSerializer()
    findings = serializers.IntegerField()
    read = serializers.FloatField(help_text="the share of its bytes that is taken in, 0 to 1")
    judged = serializers.FloatField(help_text="the share of the whole work that is done, 0 to 1")
    finished = serializers.BooleanField(help_text="nothing more will happen by itself")


class BatchSerializer(serializers.ModelSerializer):
    """A batch."""

    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="for people")
    report_url = serializers.SerializerMethodField()
    club = serializers.CharField(source="club.slug", allow_null=True, default=None)
    error = PlacedErrorSerializer(allow_null=True, help_text="why it was given up")

    class Meta:
        model = Batch
        fields = [
            "id",
            "url",
            "page",
            "report_url",
            "filename",
            "size",
            "unpacked",
            "sha256",
            "public",
            "club",
            "state",
            "error",
            "created_at",
        ]

    def get_url(self, batch: Batch) -> str:
        return self._at("api:batch", batch)

    def get_page(self, batch: Batch) -> str:
        return self._at("pages:batch", batch)

    def get_report_url(self, batch: Batch) -> str:
        return self._at("api:batch_report", batch)

    def _at(self, name: str, batch: Batch) -> str:
        return str(reverse(name, args=[batch.pk], request=self.context.get("request")))


class BatchProgressSerializer(BatchSerializer):
    """A batch with its progress and its first files."""

    progress = serializers.SerializerMethodField()
    files = serializers.SerializerMethodField()

    class Meta(BatchSerializer.Meta):
        fields = [*BatchSerializer.Meta.fields, "progress", "files"]

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, batch: Batch) -> Any:
        return ProgressSerializer(batches.progress_of(batch)).data

    @extend_schema_field(FileSerializer(many=True))
    def get_files(self, batch: Batch) -> Any:
        return FileSerializer(batches.files_of(batch), many=True).data


def batch_of(request: Request, batch_id: uuid.UUID) -> Batch:
    """The batch, where this person may see it. Raises a 404 problem."""
    batch = batches.find(request.user, batch_id)
    if batch is None:
        raise Problem(404, "not-found", _("There is no such batch, or it is not yours to see."))
    return batch


def shown(request: Request, batch: Batch) -> dict[str, Any]:
    """A batch as an answer says it."""
    return dict(BatchProgressSerializer(batch, context={"request": request}).data)


def stream_of(request: Request) -> Stream:
    """The body, or the one file of a form. Raises Problem (422)."""
    data = request.data
    if isinstance(data, Stream):
        data.filename = request.query_params.get("filename", "")
        return data
    files = [file for name in request.FILES for file in request.FILES.getlist(name)]
    if len(files) != 1:
        raise Problem(422, "one-file", _("A batch is one file; the form holds {n}.").format(n=len(files)))
    return Stream(files[0].read, files[0].content_type or "", files[0].name or "")


def received(request: Request, club: Club | None = None) -> Response:
    """Keep what the request brings, as the person's or as a club's."""
    body = stream_of(request)
    batch, new = batches.receive(
        body.read,
        media_type=body.media_type,
        filename=body.filename,
        user=request.user,
        club=club,
        public=request.query_params.get("public", "").lower() in ("1", "true"),
        idempotency_key=request.headers.get("Idempotency-Key") or None,
    )
    answer = shown(request, batch)
    code = status.HTTP_202_ACCEPTED if new else status.HTTP_200_OK
    return Response(answer, status=code, headers={"Location": answer["url"]})


RECEIVED = {
    202: BatchProgressSerializer,
    200: BatchProgressSerializer,
    **dict.fromkeys((401, 403, 409, 413, 415, 422, 429), PROBLEM),
}


class Batches(APIView):
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
        """Your batches and those of your clubs, newest first, in pages."""
        pages = NewestFirst()
        page = pages.paginate_queryset(batches.visible_to(request.user), request, self)
        return pages.get_paginated_response(BatchSerializer(page, many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="upload_batch", summary="Upload a batch", request=BODY, parameters=[*UPLOADING, NAMED], responses=RECEIVED
    )
    def post(self, request: Request) -> Response:
        """Keep a zip, a PPN file or JSON lines of any number of matches; workers take it apart and judge its matches. 202
        with the address to poll; 200 where this Idempotency-Key was used for it before."""
        return received(request)


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
    def post(self, request: Request, slug: str) -> Response:
        """A batch whose matches are the club's. For scorers; `public=1` for organizers."""
        return received(request, club_of(request, slug))


class OneBatch(APIView):
    """One batch."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_batch",
        summary="A batch and its progress",
        responses={200: BatchProgressSerializer, 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> Response:
        """How far it has come, counted now, and its first hundred files; the report has all."""
        return Response(shown(request, batch_of(request, batch_id)))


class CancelBatch(APIView):
    """Cancelling."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="cancel_batch",
        summary="Cancel a batch",
        request=None,
        responses={200: BatchProgressSerializer, **dict.fromkeys((401, 403, 404), PROBLEM)},
    )
    def post(self, request: Request, batch_id: uuid.UUID) -> Response:
        """Take nothing more in and judge nothing more of it. What was judged stays; what was stored and waits is `stopped`
        until somebody uploads it again or has it judged."""
        return Response(shown(request, batches.cancel(request.user, batch_of(request, batch_id))))


class ResumeBatch(APIView):
    """Going on."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="resume_batch",
        summary="Resume a batch that was given up",
        request=None,
        responses={202: BatchProgressSerializer, **dict.fromkeys((401, 403, 404, 409), PROBLEM)},
    )
    def post(self, request: Request, batch_id: uuid.UUID) -> Response:
        """Go on where it stopped. A batch whose worker was lost goes on by itself; this is for one that `failed`."""
        batch = batches.resume(request.user, batch_of(request, batch_id))
        return Response(shown(request, batch), status=status.HTTP_202_ACCEPTED)


class BatchReport(APIView):
    """The report."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_batch",
        summary="The report of a batch",
        parameters=[OpenApiParameter("format", str, enum=["json", "csv"], description="json where left out")],
        responses={
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, description="`batch`, and `rows`: one a match"),
            (200, "text/csv"): OpenApiTypes.STR,
            **dict.fromkeys((400, 401, 404), PROBLEM),
        },
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> StreamingHttpResponse:
        """A row for every match, and one for every file that could not be read to its end; written as it is sent."""
        batch = batch_of(request, batch_id)
        wanted = request.query_params.get("format", "json")
        if wanted not in ("json", "csv"):
            raise Problem(400, "invalid-format", _("A report is json or csv."))
        rows = (_row(request, row) for row in batches.report(batch))
        body, kind = (
            (as_csv(COLUMNS, map(dict.values, rows)), "text/csv; charset=utf-8")
            if wanted == "csv"
            else (as_json("batch", shown(request, batch), rows), "application/json")
        )
        ending = {"Content-Disposition": f'attachment; filename="{batch.pk}.{wanted}"'}
        return StreamingHttpResponse(body, content_type=kind, headers=ending)


def _row(request: Request, row: dict[str, Any]) -> dict[str, Any]:
    row["url"] = reverse("api:match", args=[row["match"]], request=request) if row["match"] else None
    row["message"] = said(row["message"]) if row["message"] else None
    return {name: row[name] for name in COLUMNS}


def as_json(name: str, told: dict[str, Any], rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """One document: what is told of the whole under its name, then a row a line."""
    yield f'{{"{name}": ' + json.dumps(told, default=str) + ', "rows": ['
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(row)
    yield "\n]}\n"
