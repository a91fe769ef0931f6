"""The Celery application: tasks are found in the apps, settings are those of Django that start with ``CELERY_``."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import Celery, signals
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup
from django.db import close_old_connections
from kombu.transport import redis, virtual
from kombu.transport.sqlalchemy import Transport

from records.ops import request_context

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class KeptConnections(DjangoWorkerFixup):
    """Celery's own closes the connection to the database before every task and after it: a sixth of a worker's time went into new
    ones. A process keeps its own and looks at it before a task's first query, as a thread of the web does (DATABASE_KEEP)."""

    def on_task_prerun(self, sender: Any, **kwargs: Any) -> None:
        """Leave a connection that has broken or is too old."""
        close_old_connections()

    on_task_postrun = on_task_prerun


class Window(redis.QoS):
    """Which messages a worker has from Redis. One whose end could not be told went on counting among them, so that the worker,
    its hands full of what it had done, asked for nothing more, for ever. Redis keeps such a message, and sends it again."""

    def ack(self, delivery_tag: str) -> None:
        """It is done."""
        with self._let_go(delivery_tag):
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """It is not done, and is for somebody else, or for nobody."""
        with self._let_go(delivery_tag):
            super().reject(delivery_tag, requeue)

    @contextmanager
    def _let_go(self, delivery_tag: str) -> Iterator[None]:
        try:
            yield
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


app = Celery("referee", fixups=[])
app.config_from_object("django.conf:settings", namespace="CELERY")
django = DjangoFixup(app).install()
django.worker_fixup = KeptConnections(app)
app.autodiscover_tasks(django.autodiscover_tasks)

# The broker without a server is asked for messages, it cannot call; once a second would be felt by who waits for a verdict.
Transport.polling_interval = 0.2
redis.Channel.QoS = Window


@signals.setup_logging.connect
def _logs(**kwargs: Any) -> None:
    """Django's settings have set the logs up already; Celery, seeing that somebody has, leaves them alone."""


@signals.worker_process_init.connect
def _collected_seldom(**kwargs: Any) -> None:
    """As the web processes do (``config.wsgi``)."""
    from config.starting import collect_seldom

    collect_seldom()


@signals.before_task_publish.connect
def _carried(headers: dict[str, Any], **kwargs: Any) -> None:
    """A task carries the id of the request that rings for it."""
    if id_ := request_context.request_id():
        headers[request_context.HEADER] = id_


@signals.task_prerun.connect
def _starts(task_id: str, task: Any, **kwargs: Any) -> None:
    request_context.task_starts(task.name, task_id, task.request.get(request_context.HEADER))


@signals.task_postrun.connect
def _ends(**kwargs: Any) -> None:
    request_context.task_ends()
