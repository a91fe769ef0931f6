"""Reports that are sent while they are written: JSON, or CSV where ``format`` asks for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request

from api.http.problems import refusals
from records.core.errors import Refusal
from records.core.spreadsheets import as_csv

Row = dict[str, Any]

FORMAT = OpenApiParameter("format", str, enum=["json", "csv"], description="json where left out")


def described(name: str) -> dict[Any, Any]:
    """The description of a report's answers for the API's schema. ``name``: what the report is on."""
    document = OpenApiResponse(OpenApiTypes.OBJECT, description=f"`{name}`, and `rows`: one a match")
    return {(200, "application/json"): document, (200, "text/csv"): OpenApiTypes.STR, **refusals(400, 401, 404)}


def report_format(request: Request) -> str:
    """The format that is asked for. Raises Refusal (400)."""
    wanted: str = request.query_params.get("format", "json")
    if wanted not in ("json", "csv"):
        raise Refusal("invalid-format", _("A report is json or csv."), 400)
    return wanted


def json_report(name: str, summary: Row, rows: Iterator[Row], file: object) -> StreamingHttpResponse:
    """The summary under its name, then the rows, one a line."""
    return _sent(_as_json(name, summary, rows), "application/json", f"{file}.json")


def csv_report(
    columns: Sequence[str], rows: Iterator[Row], cells: Callable[[Row], Collection[Any]], file: object
) -> StreamingHttpResponse:
    """The columns, then the cells of each row."""
    return _sent(as_csv(columns, map(cells, rows)), "text/csv; charset=utf-8", f"{file}.csv")


def _sent(body: Iterator[str], kind: str, filename: str) -> StreamingHttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{filename}"'}
    return StreamingHttpResponse(body, content_type=kind, headers=headers)


def _as_json(name: str, summary: Row, rows: Iterator[Row]) -> Iterator[str]:
    yield f'{{"{name}": ' + json.dumps(summary, default=str) + ', "rows": ['
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(row)
    yield "\n]}\n"
