"""Times read from PostgreSQL by the interpreter's own reader: psycopg's takes them apart by a regular expression.

It was a tenth of the CPU of a page of the archive, which has three times a match.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db.backends.signals import connection_created
from django.dispatch import receiver


@receiver(connection_created)
def read_times_quickly(connection: Any, **kwargs: Any) -> None:
    """Have a new connection read its times so, where they are in UTC."""
    if connection.vendor == "postgresql" and connection.timezone is UTC:
        connection.connection.adapters.register_loader("timestamptz", time_loader())


@cache
def time_loader() -> type[Any]:
    """The loader of times in UTC. It is made when it is needed: SQLite needs no psycopg."""
    from django.db.backends.postgresql.psycopg_any import BaseTzLoader

    class TimeLoader(BaseTzLoader):  # type: ignore[misc]  # django-stubs do not know it
        """Reads a time as one in UTC; what is written otherwise (before Christ, in another style) as Django does."""

        timezone = UTC

        def load(self, data: Any) -> Any:
            """The time, aware."""
            try:
                return datetime.fromisoformat(str(data, "ascii")).astimezone(UTC)
            except (ValueError, OverflowError):
                return super().load(data)

    return TimeLoader
