"""How answers are written: as JSON in the reader's texts, in which media type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import renderers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from records.core.languages import for_reader


class JSONRenderer(renderers.JSONRenderer):
    """Renders answers as JSON. What is stored has no Simplified Chinese: it is added to what is sent."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """The answer as bytes. Text with lone surrogates, which UTF-8 cannot say, is escaped."""
        sent = for_reader(data)
        try:
            rendered: bytes = super().render(sent, accepted_media_type, renderer_context)
        except UnicodeEncodeError:
            rendered = _EscapingRenderer().render(sent, accepted_media_type, renderer_context)
        return rendered


class _EscapingRenderer(renderers.JSONRenderer):
    ensure_ascii = True


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
