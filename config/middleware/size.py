"""A limit on the size of requests, checked before the body is read: forms store their files on disk before a view sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.error_handlers import too_large

BATCHES = frozenset(("pages:batches", "api:batches", "api:club_batches"))
FORM_BYTES = 1024 * 1024
"""What a form may add to the size of its files."""


class SizeMiddleware:
    """Answers 413 where Content-Length is past the address's limit. A body without a length is read as empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """The refusal of a request that is larger than its address accepts, else None."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        most: int = settings.BATCH_BYTES if name in BATCHES else settings.UPLOAD_BYTES
        length = request.META.get("CONTENT_LENGTH") or "0"
        return too_large(request, most) if length.isdigit() and int(length) > most + FORM_BYTES else None
