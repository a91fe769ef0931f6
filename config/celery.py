"""The Celery application: tasks are those of ``records.tasks``, settings are those of Django that start with ``CELERY_``."""

import os
from typing import Any

from celery import Celery, signals

from records.core.ops import request_context

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("referee")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["records"])


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
