"""Pages of lists: by cursor, stable while rows are added; and of lists that are worked out whole."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.drainage import get_override
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from api.http import parameters
from records.core.errors import Refusal

Row = TypeVar("Row")

PAGES = [
    OpenApiParameter("cursor", str, description="the page"),
    OpenApiParameter("limit", int, description="rows a page, 1 to 200; 50 where left out"),
]


PAGE_SIZE, MAX_PAGE_SIZE = 50, 200
T = TypeVar("T")


class NewestFirst(CursorPagination):
    """The newest rows first, ``limit`` rows a page."""

    ordering: tuple[str, ...] = ("-created_at", "-id")
    page_size_query_param = "limit"

    def paginate_queryset(
        self, queryset: QuerySet[Any, Row] | Sequence[Row], request: Request, view: APIView | None = None
    ) -> list[Row]:
        """The rows of the requested page. Raises Refusal (400) for an invalid cursor."""
        try:
            return super().paginate_queryset(queryset, request, view) or []
        except (NotFound, ValidationError, ValueError) as error:
            if self.cursor_query_param not in request.query_params:
                raise
            raise bad_cursor() from error

    def get_page_size(self, request: Request) -> int:
        """The ``limit`` of the request, at most that of the settings. Raises Refusal (400)."""
        return page_size(request)


def page_size(request: Request) -> int:
    """The number of rows of a page. Raises Refusal (400)."""
    asked_for = parameters.number(request, "limit", least=1) if request.query_params.get("limit") else None
    return min(asked_for or PAGE_SIZE, MAX_PAGE_SIZE)


def bad_cursor() -> Refusal:
    """The refusal of an invalid cursor."""
    return parameters.refused("cursor", _("expected what `next` or `previous` of a page says."))


class InOrderOf(NewestFirst):
    """In the order of these columns. Many rows may have the same first one: what a day brought is passed over by number."""

    offset_cutoff = 100_000

    def __init__(self, *columns: str) -> None:
        self.ordering = columns


class LastFirst(NewestFirst):
    """By number, the greatest first."""

    ordering = ("-number",)


class ByName(NewestFirst):
    """By name."""

    ordering = ("name", "pk")


class InOrder(NewestFirst):
    """By key, in the order in which the rows were stored."""

    ordering = ("pk",)


@cache
def page_of(row: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The description of a page of such rows for the API's schema."""
    name = get_override(row, "component_name", row.__name__.removesuffix("Serializer"))
    return inline_serializer(
        f"{name}PageSerializer",
        {
            "next": _address_field(),
            "previous": _address_field(),
            "results": row(many=True),
        },
    )


def _address_field() -> serializers.URLField:
    return serializers.URLField(allow_null=True, help_text="the address of that page; null where there is none")


def list_answer(
    request: Request,
    rows: Iterable[T],
    write: Callable[[Sequence[T]], Any],
    key: Callable[[T], object] = attrgetter("pk"),
) -> Response:
    """The page of these rows that the request asks for. Raises Refusal (400).

    ``key`` tells rows apart: a page begins at the row that its cursor names, wherever that stands by now.
    """
    every = list(rows)
    size = page_size(request)
    keys = [str(key(row)) for row in every]
    start = _start(request.query_params.get("cursor", ""), keys)
    after, before = start + size, max(start - size, 0)
    return Response(
        {
            "next": _address(request, keys, after) if after < len(every) else None,
            "previous": _address(request, keys, before) if start else None,
            "results": write(every[start:after]),
        }
    )


def serialized_rows(
    serializer: type[BaseSerializer[T]], rows: Iterable[T], context: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Each row as the serializer writes it."""
    return list(serializers.ListSerializer(rows, child=serializer(), context=context or {}).data)


def _address(request: Request, keys: Sequence[str], start: int) -> str:
    cursor = urlsafe_b64encode(f"{start}:{keys[start]}".encode()).decode()
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)


def _start(cursor: str, keys: Sequence[str]) -> int:
    """The index at which the page begins: that of its row, or of where the row stood. Raises Refusal (400)."""
    if not cursor:
        return 0
    try:
        place, colon, key = urlsafe_b64decode(cursor).decode().partition(":")
    except ValueError as error:
        raise bad_cursor() from error
    if not (colon and place.isascii() and place.isdecimal() and len(place) < 10):
        raise bad_cursor()
    return keys.index(key) if key in keys else min(int(place), len(keys))
