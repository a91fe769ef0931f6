"""The Celery application: tasks are found in the apps, settings are those of Django that start with ``CELERY_``."""

import gc
import os
from typing import Any

from celery import Celery, signals
from kombu.transport.sqlalchemy import Transport

from records import trace

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("referee")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The broker without a server is asked for messages, it cannot call; once a second would be felt by who waits for a verdict.
Transport.polling_interval = 0.2


@signals.setup_logging.connect
def _logs(**kwargs: Any) -> None:
    """Django's settings have set the logs up already; Celery, seeing that somebody has, leaves them alone."""


@signals.worker_process_init.connect
def _collected_seldom(**kwargs: Any) -> None:
    """A worker makes many rows and few cycles: looking through all of them so often for these was a quarter of its time.
    What is there when it starts stays there."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@signals.before_task_publish.connect
def _carried(headers: dict[str, Any], **kwargs: Any) -> None:
    """A task carries the id of the request that rings for it."""
    if id_ := trace.request_id():
        headers[trace.HEADER] = id_


@signals.task_prerun.connect
def _starts(task_id: str, task: Any, **kwargs: Any) -> None:
    trace.task_starts(task.name, task_id, task.request.get(trace.HEADER))


@signals.task_postrun.connect
def _ends(**kwargs: Any) -> None:
    trace.task_ends()
