"""Answers that carry a hash of what they say: asked again with it, the answer is 304."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response


def tagged(request: Request, content: Any) -> Response:
    """The content with its ETag, or 304 where the client has it already."""
    etag = etag_of(content)
    return known(request, etag) or Response(content, headers=headers_of(etag))


def etag_of(content: Any) -> str:
    """The hash of what is said, in whatever order it is said."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return f'"{hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'


def known(request: Request, etag: str) -> Response | None:
    """304, where the client has what bears this tag already."""
    if etag in request.headers.get("If-None-Match", ""):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers_of(etag))
    return None


def headers_of(etag: str) -> dict[str, str]:
    """What an answer with a tag is sent with: it may be kept by who asked, and is asked for again each time."""
    return {"ETag": etag, "Cache-Control": "private, no-cache"}
