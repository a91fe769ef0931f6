"""A cursor that sends a query's values beside its text, so that PostgreSQL may prepare the query once for each connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

PREPARE_AFTER = 2
"""How often a connection has sent a query before PostgreSQL prepares it."""


@contextmanager
def binding_cursor(connection: Any, prepare: bool = True, kept_for: object = None) -> Iterator[Any]:
    """A cursor for queries that are sent all the time; on other databases Django's own.

    Django's cursor writes the values into the query's text. Use this one for frequent queries alone: psycopg keeps the text of
    whatever it may have to prepare. Without ``prepare`` PostgreSQL plans the query each time, by the values. With ``kept_for``
    each connection keeps a cursor for this query, which knows how its columns are read; it may not be asked within itself.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    connection.close_if_health_check_failed()  # as Django's own cursors do
    connection.ensure_connection()
    server = connection.connection
    server.prepare_threshold = PREPARE_AFTER if prepare and settings.DATABASE_PREPARE else None
    try:
        if kept_for is None:
            with connection._prepare_cursor(_server_cursor(server)) as cursor:
                yield cursor
        else:
            yield connection._prepare_cursor(_kept_cursor(server, kept_for))
    finally:
        server.prepare_threshold = None


def _server_cursor(server: Any) -> Any:
    # Importing Django's backend for PostgreSQL fails where psycopg is not installed, which SQLite does not need.
    from django.db.backends.postgresql.base import ServerBindingCursor

    return ServerBindingCursor(server)  # type: ignore[call-arg]  # django-stubs forget that it is a cursor of psycopg


def _kept_cursor(server: Any, query: object) -> Any:
    """The connection's cursor for a query. It ends with the connection."""
    kept: dict[object, Any] = server.__dict__.setdefault("kept_cursors", {})
    if query not in kept:
        kept[query] = _server_cursor(server)
    return kept[query]
