"""Parsers of request bodies: files, PPN text, JSON, never more than the limit."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.conf import settings
from django.http.request import RawPostDataException
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from api.http.components import RECORD
from records.archive.matches.uploading import XLSX, UploadError, unsupported
from referee.notation import foreign

QUESTION_BYTES = 16 * 1024
"""What a question about one hand may have at most."""


class Body(NamedTuple):
    """A file or a body: its bytes, media type and filename."""

    data: bytes
    media_type: str
    filename: str = ""


class Raw(BaseParser):
    """The body as bytes, limited to the size of an upload, or to what the parser says."""

    most = 0

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Body:  # type: ignore[override]  # DRF hands on whatever a parser gives
        """Read the whole body. Raises UploadError (413) past the limit."""
        most = self.most or settings.UPLOAD_BYTES
        data = stream.read(most + 1)
        if len(data) > most:
            raise _too_large(most)
        return Body(data, media_type or "")


class PpnParser(Raw):
    """``text/x-ppn``."""

    media_type = "text/x-ppn"


class PlainParser(Raw):
    """``text/plain``, read as PPN."""

    media_type = "text/plain"


class JsonParser(Raw):
    """``application/json``: one match, or a list of them."""

    media_type = "application/json"


class LinesParser(Raw):
    """``application/x-ndjson``: a match a line."""

    media_type = "application/x-ndjson"


class CsvParser(Raw):
    """``text/csv``: score sheets, a row a round, which are converted."""

    media_type = "text/csv"


class XlsxParser(Raw):
    """A workbook of score sheets, which are converted."""

    media_type = XLSX


class SmallJsonParser(BaseParser):
    """``application/json``: one small document, read at once."""

    media_type = "application/json"
    most = QUESTION_BYTES

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """What the JSON says. Raises UploadError (413) past the limit and (400) where it is no JSON."""
        data = stream.read(self.most + 1)
        if len(data) > self.most:
            raise _too_large(self.most)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise UploadError("not-json", _("The body is not JSON."), 400) from error


RECORD_PARSERS = [PpnParser, JsonParser, LinesParser, PlainParser, CsvParser, XlsxParser, MultiPartParser]


def parsed(request: Request) -> Any:
    """The body as the view's parsers read it. Raises UploadError (415), which names what it is, where none of them does."""
    try:
        data = request.data
        # It names the request that names it: what was sent would stay in memory until garbage is next looked for.
        request.parser_context.clear()
        return data
    except RawPostDataException as error:
        raise UnsupportedMediaType(request.content_type) from error
    except UnsupportedMediaType as error:
        head = request.stream.read(foreign.HEAD) if request.stream else b""
        expected = ", ".join(parser.media_type for parser in request.parsers or ())
        raise unsupported(request.content_type, head, expected) from error


def bodies_of(request: Request) -> list[Body]:
    """The files of a form, or the body. Raises UnsupportedMediaType, UploadError (413, 415, 422)."""
    data = parsed(request)
    if isinstance(data, Body):
        return [_full(data)]
    files = [file for name in request.FILES for file in request.FILES.getlist(name)]
    if not files and not request.content_type.startswith("multipart/"):
        raise UploadError("empty", _("The body is empty."), 422)
    if not files:
        raise UploadError("no-file", _("The form holds no file."), 422)
    return [_full(Body(file.read(), _type_of(file), file.name or "")) for file in files]


def _full(body: Body) -> Body:
    """The body if it is not empty. Raises UploadError (422)."""
    if not body.data.strip():
        raise UploadError("empty", _("The body is empty."), 422)
    if len(body.data) > settings.UPLOAD_BYTES:
        raise _too_large()
    return body


def _type_of(file: Any) -> str:
    """The media type of a file, by its name where the client gives none."""
    endings = {
        ".ppn": "text/x-ppn",
        ".json": "application/json",
        ".ndjson": "application/x-ndjson",
        ".csv": "text/csv",
        ".xlsx": XLSX,
    }
    known = next((kind for ending, kind in endings.items() if (file.name or "").lower().endswith(ending)), None)
    return known or file.content_type or ""


def _too_large(most: int = settings.UPLOAD_BYTES) -> UploadError:
    return UploadError("too-large", _("A body has at most {most:,} bytes."), 413, most=most)


def validated(request: Request, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """The validated fields of the body. Raises Refusal (400) that names every invalid field."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    fields: dict[str, Any] = body.validated_data
    return fields


RECORDS_BODY = {
    "text/x-ppn": {"type": "string"},
    "application/json": {"oneOf": [RECORD, {"type": "array", "items": RECORD}]},
    "application/x-ndjson": {"type": "string"},
    "text/csv": {"type": "string"},
    XLSX: {"type": "string", "format": "binary"},
    "multipart/form-data": {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}}},
}
