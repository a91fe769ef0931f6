"""Answers that an open page asks for again and again: 304 where nothing has changed, and always what time it is on the server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

CLOCK = "Server-Time"
"""The header that says what time it is, in milliseconds since 1970."""


def polled(request: HttpRequest, document: Any, now: datetime, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer that shows a document in the reader's language, or 304 where the client has it already."""
    said = json.dumps([get_language(), document], sort_keys=True, default=str)
    etag = f'"{hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'
    response = get_conditional_response(request, etag=etag) or answer()
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers[CLOCK] = str(int(now.timestamp() * 1000))
    return response
