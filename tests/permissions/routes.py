"""The addresses that the URL configuration knows, as the table of permissions names them."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

ADMIN = "admin/"


def routes() -> list[str]:
    """Every address, as it is written in the URL configuration; the administration's apart."""
    return [route for route in _walk(get_resolver(), "") if not route.startswith(ADMIN)]


def admin_routes() -> list[str]:
    """Every address of the administration."""
    return [route for route in _walk(get_resolver(), "") if route.startswith(ADMIN)]


def _walk(resolver: URLResolver, before: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route
        else:
            yield from _walk(entry, route)
