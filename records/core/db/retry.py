"""Telling a database or disk that is away from a fault of the service, and retrying a transaction until the database is back."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_delay, wait_fixed

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 30.0
"""Seconds for which a database may be away; a restart takes a few, a standby that takes over some twenty."""
PAUSE = 0.25
"""Seconds between two attempts."""
FULL = frozenset((errno.ENOSPC, errno.EDQUOT))


def retry_when_disconnected(work: Callable[P, T]) -> Callable[P, T]:
    """Decorates a function that is one whole transaction: it is retried when its connection is lost, until PATIENCE is over.

    The transaction must allow being done twice: where the answer to its COMMIT was lost nobody knows whether it came through.
    Inside an outer transaction it is done once, since what was done before it is gone with the connection. Raises
    OperationalError or InterfaceError where the database did not come back.
    """

    @wraps(work)
    def until_done(*args: P.args, **kwargs: P.kwargs) -> T:
        retrying = Retrying(
            retry=retry_if_exception(_is_lost_connection),
            stop=stop_after_delay(PATIENCE),
            wait=wait_fixed(PAUSE),
            before_sleep=_close,
            reraise=True,
        )
        return retrying(work, *args, **kwargs)

    return until_done


def _is_lost_connection(error: BaseException) -> bool:
    """A disk without room is no lost connection: who tries again at once only fills the log, which lies on a disk too."""
    if is_disk_full(error):
        return False
    return isinstance(error, (OperationalError, InterfaceError)) and not connection.in_atomic_block


def _close(state: RetryCallState) -> None:
    """Log the failed attempt; the next one opens a new connection."""
    name = getattr(state.fn, "__name__", "a transaction")
    error = state.outcome.exception() if state.outcome else None
    log.warning("%s: the database is away (%s); tried again", name, error)
    connection.close()


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


def is_out_of_room(error: BaseException | None) -> bool:
    """Whether an error means that a file could not be written for want of room, as where uploads fill the temporary folder."""
    return isinstance(error, OSError) and error.errno in FULL
