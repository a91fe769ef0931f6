"""Telling a database that cannot serve at the moment from a fault of the service."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError


def is_unavailable(error: BaseException | None) -> bool:
    """Whether an error means that the database is away, takes no more connections, is locked or has no room left."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    # What SQLite says of a statement that it does not understand, such as one about a table that is not there.
    return getattr(error.__cause__, "sqlite_errorname", "") != "SQLITE_ERROR"


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error means that the database's disk has no room left."""
    cause = getattr(error, "__cause__", None)
    return getattr(cause, "sqlite_errorname", "") == "SQLITE_FULL" or getattr(cause, "sqlstate", "") == "53100"
