"""Choosing the media type of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Negotiation(DefaultContentNegotiation):
    """Skips parsing of Accept for clients that accept everything or name exactly what there is."""

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, Any]:
        """The renderer and the media type. Raises NotAcceptable (406)."""
        if len(renderers) == 1 and request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", renderers[0].media_type):
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)
