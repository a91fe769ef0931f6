"""Pages of lists that are worked out whole, and rows as their serializers write them."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.utils.urls import replace_query_param

from api.http.pagination import bad_cursor, page_size

T = TypeVar("T")


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
