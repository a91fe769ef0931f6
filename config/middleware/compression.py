"""Answers as few bytes as the client accepts: pages and JSON are texts, which shrink to a tenth."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXTS = ("text/html", "application/json")


class CompressionMiddleware(GZipMiddleware):
    """Compresses pages and JSON that are there as a whole.

    Downloads are left as they are: they are read as they are made, or are compressed already. The length of a compressed answer
    says nothing of what it holds: Django adds some bytes at random (against BREACH), and masks the CSRF token in each.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where that is of use."""
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if response.streaming or kind not in TEXTS:
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
