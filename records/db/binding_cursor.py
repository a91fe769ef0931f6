"""A cursor that sends a query's values beside its text, so that PostgreSQL may prepare the query once for each connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

PREPARE_AFTER = 2
"""How often a connection has sent a query before PostgreSQL prepares it."""


@contextmanager
def binding_cursor(connection: Any, prepare: bool = True) -> Iterator[Any]:
    """A cursor for queries that are sent all the time; on other databases Django's own.

    Django's cursor writes the values into the query's text. Use this one for frequent queries alone: psycopg keeps the text of
    whatever it may have to prepare. Without ``prepare`` PostgreSQL plans the query each time, by the values.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    # Importing Django's backend for PostgreSQL fails where psycopg is not installed, which SQLite does not need.
    from django.db.backends.postgresql.base import ServerBindingCursor

    connection.close_if_health_check_failed()  # as Django's own cursors do
    connection.ensure_connection()
    server = connection.connection
    server.prepare_threshold = PREPARE_AFTER if prepare and settings.DATABASE_PREPARE else None
    try:
        server_cursor = ServerBindingCursor(server)  # type: ignore[call-arg]  # django-stubs forget that it is a cursor of psycopg
        with connection._prepare_cursor(server_cursor) as cursor:
            yield cursor
    finally:
        server.prepare_threshold = None
