"""Reading from a streaming replica of PostgreSQL (``DATABASE_REPLICA_URL``), which never shows less than the primary would.

A request reads from the replica only when that has replayed all that the primary had committed as the request came: the primary
is asked how far it is, the replica waited for, for WAIT at most. So whoever reads sees what they wrote, on whichever machine, by
cookie or token; and what others did too: a token that was revoked, a verdict that a page has just been told of. Nothing is
remembered of who wrote when: that would have to be shared by all machines and kept by every client.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Model

log = logging.getLogger(__name__)

REPLICA = "replica"
"""The name of its connection."""
WAIT, PAUSE = 0.05, 0.002
"""Seconds for which a request waits for the replica, and between two looks; it is milliseconds behind as long as it keeps up."""
LATE_FOR, AWAY_FOR = 1.0, 5.0
"""Seconds for which nobody asks a replica again that was too far behind, or did not answer."""
BOOKKEEPING = ("sessions", "django_cache")
"""What is read to be changed at once, and counted by several requests at the same time."""
WRITTEN = "SELECT pg_current_wal_flush_lsn()::text"
REPLAYED = "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn"

_reads_from: ContextVar[str] = ContextVar("reads_from", default=DEFAULT_DB_ALIAS)


class Router:
    """Sends the reads of a block of ``reading`` to the replica, and all else to the primary."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        """The replica, unless the block has written or is in a transaction: then the primary, to the end of the block."""
        if _reads_from.get() == REPLICA and connections[DEFAULT_DB_ALIAS].in_atomic_block:
            _reads_from.set(DEFAULT_DB_ALIAS)
        return DEFAULT_DB_ALIAS if model._meta.app_label in BOOKKEEPING else _reads_from.get()

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """The primary, from which the block reads from now on."""
        _reads_from.set(DEFAULT_DB_ALIAS)
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        """Both are rows of one database, wherever they were read."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """The replica has what the primary has."""
        return db != REPLICA


@contextmanager
def reading() -> Iterator[None]:
    """A block that reads from the replica."""
    before = _reads_from.set(REPLICA)
    try:
        yield
    finally:
        _reads_from.reset(before)


@dataclass
class _Pause:
    """Until when nobody asks the replica, by the clock of this process. The log has the first of several, and their end."""

    until: float = 0.0
    is_noted: bool = False

    def begin(self, seconds: float, why: object) -> None:
        if not self.is_noted:
            log.warning("the primary is read from, since the replica of the database %s", why)
        self.until, self.is_noted = time.monotonic() + seconds, True

    def end(self) -> None:
        if self.is_noted:
            log.warning("the replica of the database is read from again")
        self.is_noted = False


_pause = _Pause()


def leave(why: object) -> None:
    """Read from the primary for a while, since the replica, as ``why`` says it, has failed."""
    _pause.begin(AWAY_FOR, why)
    with suppress(Error):
        connections[REPLICA].close()


def has_caught_up() -> bool:
    """Whether the replica has all that the primary had committed at this moment; waits for it, for WAIT at most."""
    if time.monotonic() < _pause.until:
        return False
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(WRITTEN)
            (written,) = cursor.fetchone()
    except Error:  # it is away, and the request will find that out
        return False
    try:
        replayed = _waits_for(written)
    except Error as error:
        leave(f"does not answer ({error})")
        return False
    if replayed:
        _pause.end()
    else:
        _pause.begin(LATE_FOR, f"is more than {1000 * WAIT:.0f} ms behind")
    return replayed


def _waits_for(written: str) -> bool:
    until = time.monotonic() + WAIT
    while not _has_replayed(written):
        if time.monotonic() > until:
            return False
        time.sleep(PAUSE)
    return True


def _has_replayed(written: str) -> bool:
    """Asked once more on a new connection where a kept one is lost: no other question checks it (CONN_HEALTH_CHECKS)."""
    connection = connections[REPLICA]
    is_kept = connection.connection is not None
    try:
        return _ask(connection, written)
    except Error:
        if not is_kept:
            raise
        connection.close()
        return _ask(connection, written)


def _ask(connection: Any, written: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(REPLAYED, [written])
        return bool(cursor.fetchone()[0])
