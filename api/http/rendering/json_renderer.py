"""JSON answers: their texts in Simplified Chinese beside the other two, for clients that ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import renderers

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
