"""The report of a batch, with a row for every match."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.batches.lookup import batch_of
from api.batches.serializers import batch_answer
from api.http.problems import Problem, refusals
from api.http.reports import as_json
from records import batches
from records.languages import localized
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
            **refusals(400, 401, 404),
        },
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> StreamingHttpResponse:
        """The report: a row for every match, and one for every file that could not be read to its end. It is sent while it is
        written."""
        batch = batch_of(request, batch_id)
        wanted = request.query_params.get("format", "json")
        if wanted not in ("json", "csv"):
            raise Problem(400, "invalid-format", _("A report is json or csv."))
        rows = (_row(request, row) for row in batches.report(batch))
        body, kind = (
            (as_csv(COLUMNS, map(dict.values, rows)), "text/csv; charset=utf-8")
            if wanted == "csv"
            else (as_json("batch", batch_answer(request, batch), rows), "application/json")
        )
        ending = {"Content-Disposition": f'attachment; filename="{batch.pk}.{wanted}"'}
        return StreamingHttpResponse(body, content_type=kind, headers=ending)


def _row(request: Request, row: dict[str, Any]) -> dict[str, Any]:
    row["url"] = reverse("api:match", args=[row["match"]], request=request) if row["match"] else None
    row["message"] = localized(row["message"]) if row["message"] else None
    return {name: row[name] for name in COLUMNS}
