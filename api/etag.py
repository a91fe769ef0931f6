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
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    etag = f'"{hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if etag in request.headers.get("If-None-Match", ""):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(content, headers=headers)
