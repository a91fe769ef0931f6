"""Outlasting a database that is away for a while: what a worker has worked out is not lost with a connection."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 30.0
"""Seconds for which a database may be away; a restart takes a few, a standby that takes over some twenty."""
PAUSE = 0.25
"""Seconds between two tries."""


def outlasting(work: Callable[P, T]) -> Callable[P, T]:
    """Do the work again where it lost its connection, until it is done or PATIENCE has run out.

    The work is a whole transaction that may be done twice: where the answer to its COMMIT was lost nobody knows whether it came
    through. Within a transaction it is done once, since what was done before it is gone with the connection. Raises
    OperationalError or InterfaceError where the database did not come back.
    """

    @wraps(work)
    def until_done(*args: P.args, **kwargs: P.kwargs) -> T:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return work(*args, **kwargs)
            except (OperationalError, InterfaceError) as away:
                if connection.in_atomic_block or time.monotonic() >= until:
                    raise
                log.warning("%s: the database is away (%s); tried again", work.__name__, away)
                connection.close()
                time.sleep(PAUSE)

    return until_done
