"""The Celery application: tasks are those of ``records.tasks``, settings are those of Django that start with ``CELERY_``."""

import logging
import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from queue import Empty
from typing import Any

from celery import Celery, signals
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup  # type: ignore[attr-defined]  # celery-types lacks it
from django.db import close_old_connections
from kombu.transport import redis, sqlalchemy, virtual
from sqlalchemy.exc import DatabaseError

from records.ops import request_context

log = logging.getLogger(__name__)

SAID_EVERY = 60.0
"""Seconds between two lines of the log about a disk that stays full."""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class PersistentConnections(DjangoWorkerFixup):  # type: ignore[misc]  # of a type that celery-types lacks
    """Keeps a process's connection to the database from task to task.

    Celery's own fixup closes it around every task: a sixth of a worker's time went into new ones. It is checked before a
    task's first query, as in the web processes (DATABASE_KEEP).
    """

    def on_task_prerun(self, sender: Any, **kwargs: Any) -> None:
        """Close a connection that is broken or too old."""
        close_old_connections()

    on_task_postrun = on_task_prerun


class Django(DjangoFixup):
    """Makes the application one of Django's, as Celery does by itself, but with persistent connections."""

    @cached_property
    def worker_fixup(self) -> PersistentConnections:
        """What each worker process does before and after its tasks."""
        return PersistentConnections(self.app)


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

    _said_at = -math.inf

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            return super()._get(queue)
        except DatabaseError as error:
            if getattr(error.orig, "sqlite_errorname", "") != "SQLITE_FULL":
                raise
            self.session.rollback()
            if time.monotonic() - self._said_at > SAID_EVERY:
                self._said_at = time.monotonic()
                log.error("the broker's disk has no room: no task is taken until it has")
            raise Empty from error


app = Celery("referee", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
django = Django(app)
django.install()
app.autodiscover_tasks(["records"])

# The SQLite broker has to be polled; once a second would delay a verdict noticeably.
sqlalchemy.Transport.polling_interval = 0.2
sqlalchemy.Transport.Channel = SqliteChannel
redis.Channel.QoS = PrefetchWindow


@signals.setup_logging.connect
def _keep_logging(**kwargs: Any) -> None:
    """Keep Django's logging: Celery sets up its own unless this signal has a receiver."""


@signals.worker_process_init.connect
def _collect_garbage_rarely(**kwargs: Any) -> None:
    """As the web processes do (``config.wsgi``)."""
    from config.warm_up import collect_garbage_rarely

    collect_garbage_rarely()


@signals.before_task_publish.connect
def _add_request_id(headers: dict[str, Any], **kwargs: Any) -> None:
    """A task carries the id of the request that enqueued it."""
    if id_ := request_context.request_id():
        headers[request_context.HEADER] = id_


@signals.task_prerun.connect
def _task_starts(task_id: str, task: Any, **kwargs: Any) -> None:
    request_context.task_starts(task.name, task_id, task.request.get(request_context.HEADER))


@signals.task_postrun.connect
def _task_ends(**kwargs: Any) -> None:
    request_context.task_ends()
