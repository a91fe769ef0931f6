"""What a re-judging changed: pages of differences, and the whole report."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.archive.lookup import rejudging_of
from api.archive.matches.judgements import verdict_at
from api.archive.rejudging.serializers import DifferenceSerializer, rejudging_answer
from api.http import parameters
from api.http.pagination import PAGES, InOrder, page_of, serialized_rows
from api.http.problems import PROBLEM
from api.http.reports import FORMAT, csv_report, described, json_report, report_format
from records.archive import rejudging
from records.archive.rejudging.store import FAILED, IRREPRODUCIBLE
from records.archive.rejudging.verdict_diff import KINDS

COLUMNS = (
    "match",
    "url",
    "event",
    "table",
    "date",
    "kinds",
    "old_status",
    "new_status",
    "old_verdict",
    "new_verdict",
    "appeared",
    "disappeared",
    "changed",
    "totals",
    "error",
)


class DifferenceList(APIView):
    """The differences of a re-judging."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_differences",
        summary="What came out otherwise",
        parameters=[
            OpenApiParameter("kind", str, enum=[*KINDS, FAILED, IRREPRODUCIBLE], description="only those that differ in this"),
            *PAGES,
        ],
        responses={200: page_of(DifferenceSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, rejudging_id: uuid.UUID) -> Response:
        """The matches whose verdict differs, with both verdicts, in pages."""
        kind = parameters.choice(request, "kind", [*KINDS, FAILED, IRREPRODUCIBLE])
        rows = rejudging.differences_of(rejudging_of(request, rejudging_id), kind)
        pages = InOrder()
        page = pages.paginate_queryset(rows, request, self)
        return pages.get_paginated_response(serialized_rows(DifferenceSerializer, page, {"request": request}))


class RejudgingReport(APIView):
    """The report."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_rejudging",
        summary="The report of judging again",
        parameters=[FORMAT],
        responses=described("rejudging"),
    )
    def get(self, request: Request, rejudging_id: uuid.UUID) -> StreamingHttpResponse:
        """A row for every match that differs; in the JSON form with the old verdict beside the new one. It is sent while it is
        written."""
        job = rejudging_of(request, rejudging_id)
        wanted, rows = report_format(request), (_row(request, row) for row in rejudging.report_rows(job))
        if wanted == "csv":
            return csv_report(COLUMNS, rows, _flat, job.pk)
        return json_report("rejudging", rejudging_answer(request, job), rows, job.pk)


def _row(request: Request, row: dict[str, Any]) -> dict[str, Any]:
    row["url"] = reverse("api:match", args=[row["match"]], request=request)
    row["old_verdict"], row["new_verdict"] = (verdict_at(request, row["match"], row[name]) for name in ("old", "new"))
    return {name: row[name] for name in (*COLUMNS, "document")}


def _flat(row: dict[str, Any]) -> list[Any]:
    """A row in which every cell is one text or figure."""
    totals = " ".join(f"{seat}: {old} > {new}" for seat, (old, new) in row["totals"].items())
    return [*({**row, "kinds": " ".join(row["kinds"]), "totals": totals}[name] for name in COLUMNS)]
