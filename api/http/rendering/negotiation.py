"""Choosing the media type of an answer."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class Negotiation(DefaultContentNegotiation):
    """Skips parsing of Accept for clients that accept everything or name exactly what there is."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer and the media type. Raises NotAcceptable (406)."""
        available = list(renderers)
        if len(available) == 1 and request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", available[0].media_type):
            return available[0], available[0].media_type
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, available, format_suffix)
        return chosen
