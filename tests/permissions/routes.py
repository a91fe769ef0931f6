"""The addresses that the URL configuration knows, and what may be done at each, as the table of permissions names them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tests.permissions.table import ACTION, Row

ADMIN = "admin/"
PUBLISHED = re.compile("events/[^/]+/(publications|results)(/|$)")
"""Addresses of published results."""


def routes() -> list[str]:
    """Every address, as it is written in the URL configuration, and every action of it; the administration's apart."""
    return [route for route in _walk(get_resolver(), "") if not route.startswith(ADMIN)]


def admin_routes() -> list[str]:
    """Every address of the administration."""
    return [route for route in _walk(get_resolver(), "") if route.startswith(ADMIN)]


def _walk(resolver: URLResolver, before: str) -> Iterator[str]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield route
            yield from (route + ACTION + name for name in getattr(entry.callback, "actions", ()))
        else:
            yield from _walk(entry, route)


def address(route: str, known: dict[str, Any]) -> str:
    """A real address of a route."""
    if "(?P<path>" in route:
        return "/" + route.partition("^")[0] + "nowhere"
    if route.startswith("accounts/"):
        known = {**known, "secret": "A" * 43}
    if route.startswith("deleted/"):
        known = {**known, "match_id": known["deleted_id"]}
    path, _, action = route.partition(ACTION)
    return "/" + re.sub(r"<\w+:(\w+)>", lambda name: str(known[name.group(1)]), path) + (f"?action={action}" if action else "")


def filled(row: Row, known: dict[str, Any]) -> Row:
    """A row whose body names whose things it is about."""
    return row._replace(body=re.sub(rb"<(\w+)>", lambda name: str(known[name.group(1).decode()]).encode(), row.body))
