"""Reading the body of a batch while it is received."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from api.http import parameters
from api.http.parsers import parsed
from records.archive.matches.uploading import XLSX
from records.core.errors import Refusal


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
