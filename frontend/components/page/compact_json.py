"""Answering a document as JSON."""

from __future__ import annotations

from typing import Any

from django.http import JsonResponse


def compact_json(document: dict[str, Any]) -> JsonResponse:
    """The document as JSON without needless spaces or escapes, as the API writes it."""
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})
