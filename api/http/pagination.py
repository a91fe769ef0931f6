"""Pages of a list, by cursor: stable while rows are added."""

from __future__ import annotations

from functools import cache

from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.pagination import CursorPagination

PAGES = [OpenApiParameter("cursor", str, description="the page"), OpenApiParameter("limit", int, description="rows a page")]


class NewestFirst(CursorPagination):
    """Newest first; ``limit`` rows a page."""

    ordering: tuple[str, ...] = ("-created_at", "-id")
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200


class LastFirst(NewestFirst):
    """By number, the last first."""

    ordering = ("-number",)


class ByName(NewestFirst):
    """In the order of names."""

    ordering = ("name", "pk")


class InOrder(NewestFirst):
    """In the order in which they were come to."""

    ordering = ("pk",)


@cache
def page_of(row: type[serializers.Serializer]) -> serializers.Serializer:
    """A page of such rows, for the description."""
    name = row.__name__.removesuffix("Serializer")
    address = {"allow_null": True, "help_text": "the address of that page; null where there is none"}
    return inline_serializer(
        f"{name}PageSerializer",
        {
            "next": serializers.URLField(**address),
            "previous": serializers.URLField(**address),
            "results": row(many=True),
        },
    )
