"""The report of a batch, with a row for every match."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.archive.batches.serializers import batch_answer
from api.archive.lookup import batch_of
from api.http.reports import FORMAT, csv_report, described, json_report, report_format
from records.archive import batches
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
