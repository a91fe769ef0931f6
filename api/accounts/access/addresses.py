"""Addresses in answers."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request


def address_of(request: Request | None, name: str, *keys: UUID | int | str) -> str:
    """The absolute address of this name; without a request, the path."""
    if request is None:
        return str(reverse(name, args=keys))
    return request.build_absolute_uri(reverse(name, args=keys))
