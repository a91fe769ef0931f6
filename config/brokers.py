"""The transports of brokers that need something else than kombu's own: a SQLite file, and Redis."""

import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty
from typing import Any

from kombu.transport import redis, sqlalchemy, virtual
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

log = logging.getLogger(__name__)

LOG_EVERY = 60.0
"""Seconds between two lines of the log about a disk that stays full."""


class PrefetchWindow(redis.QoS):
    """Counts the unacknowledged messages of a worker that uses Redis.

    Where Redis was away at the moment of an acknowledgement, kombu goes on counting the message, so that the worker believes
    its prefetch window is full and never takes another task. Redis redelivers such a message.
    """

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a message."""
        with self._stop_counting(delivery_tag):
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Return a message to the queue, or drop it."""
        with self._stop_counting(delivery_tag):
            super().reject(delivery_tag, requeue)

    @contextmanager
    def _stop_counting(self, delivery_tag: str) -> Iterator[None]:
        try:
            yield
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class SqliteChannel(sqlalchemy.Channel):
    """Takes no message while the disk is full, and the connection stays.

    Taking one is written down. Celery took an error there for a lost connection and made a new one, several times a second, with
    four lines of the log each.
    """

    _logged_at = -math.inf

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            return super()._get(queue)
        except DatabaseError as error:
            if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_FULL":
                raise
            self.session.rollback()
            if time.monotonic() - self._logged_at > LOG_EVERY:
                self._logged_at = time.monotonic()
                log.error("the broker's disk has no room: no task is taken until it has")
            raise Empty from error


class SqliteTransport(sqlalchemy.Transport):
    """A broker in a SQLite file."""

    Channel = SqliteChannel
    polling_interval = 0.2
    """Seconds. With kombu's one second a verdict would come noticeably later."""

    def __init__(self, client: Any, **options: Any) -> None:
        # No connection outlives its transaction: SQLite's must not be carried into the worker's forked processes.
        client.transport_options.setdefault("poolclass", NullPool)
        super().__init__(client, **options)


class RedisChannel(redis.Channel):
    """Counts with ``PrefetchWindow``."""

    QoS = PrefetchWindow


class RedisTransport(redis.Transport):
    """Redis, over TLS too."""

    Channel = RedisChannel
