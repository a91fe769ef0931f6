"""How large a request may be, said before a byte of it is read: the files of a form go to the disk before any view sees them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.refusals import too_large

BATCHES = frozenset(("pages:batches", "api:batches", "api:club_batches"))
FORM_BYTES = 1024 * 1024
"""What a form adds to its files at most."""


class Sizes:
    """The middleware that answers 413, before whatever reads forms. A body whose length is not said is read as empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Refuse what is larger than anything that this address takes."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        most: int = settings.BATCH_BYTES if name in BATCHES else settings.UPLOAD_BYTES
        length = request.META.get("CONTENT_LENGTH") or "0"
        return too_large(request, most) if length.isdigit() and int(length) > most + FORM_BYTES else None
