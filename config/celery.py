"""The Celery application: tasks are those of ``records.tasks``, settings are those of Django that start with ``CELERY_``."""

import os
from functools import cached_property
from typing import Any

from celery import Celery, signals
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup  # type: ignore[attr-defined]  # celery-types lacks it
from django.db import close_old_connections
from kombu.transport import TRANSPORT_ALIASES

from records.ops import request_context

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


app = Celery("referee", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
django = Django(app)
django.install()
app.autodiscover_tasks(["records"])
# Modules of transports are named, not imported: most commands connect to no broker, and SQLAlchemy takes long to load.
TRANSPORT_ALIASES |= {
    "sqla": "config.brokers:SqliteTransport",
    "redis": "config.brokers:RedisTransport",
    "rediss": "config.brokers:RedisTransport",
}


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
