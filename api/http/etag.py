"""ETags, and answering 304 to a client that has the content already."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.utils.http import parse_etags
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from records.core.languages import for_reader


def with_etag(request: Request, content: Any) -> Response:
    """The content with its ETag, or 304 where the client has it already."""
    etag = etag_of(content)
    return not_modified(request, etag) or Response(content, headers=etag_headers(etag))


def etag_of(content: Any) -> str:
    """The ETag of a content as this client gets it: its hash, whatever the order of its keys."""
    text = json.dumps(for_reader(content), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f'"{hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'


def is_known(request: Request, etag: str) -> bool:
    """Whether the client's If-None-Match has this ETag, compared weakly (RFC 9110, 13.1.2)."""
    known = [tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))]
    return known == ["*"] or etag in known


def not_modified(request: Request, etag: str) -> Response | None:
    """304 where the client has the content with this ETag, else None."""
    if is_known(request, etag):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers=etag_headers(etag))
    return None


def etag_headers(etag: str) -> dict[str, str]:
    """The headers of an answer with an ETag: only its client may cache it, and must revalidate it each time."""
    return {"ETag": etag, "Cache-Control": "private, no-cache"}
