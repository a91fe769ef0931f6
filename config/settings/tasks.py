"""Settings of Celery: which broker and queues carry the tasks, what becomes of lost ones, what is done every few seconds."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import kombu

from config.settings.environment import BROKER_HEARTBEAT, broker, broker_options, broker_retries, broker_tls

QUEUE = "referee"
SEAL_EVERY = 300.0
"""Seconds between two seals of new verdicts in the audit log; until then a change of one by who owns the database is not seen."""


def celery(var: Path, queue: str = QUEUE, sweep_every: float = 30.0) -> dict[str, Any]:
    """All of them. ``var`` is the folder in which the broker without a server lies."""
    url = broker(var)
    # Addresses that answer slowly keep nobody from a verdict: what is sent to them waits in a queue of its own. A worker that is
    # told no queue has both.
    webhooks = f"{queue}.webhooks"
    return {
        "CELERY_BROKER_URL": url,
        "CELERY_BROKER_TRANSPORT_OPTIONS": broker_options(url),
        "CELERY_BROKER_USE_SSL": broker_tls(url, os.environ.get("BROKER_CA", "")),
        "CELERY_BROKER_CONNECTION_TIMEOUT": 3,
        # A worker whose broker's machine is lost or cut off takes tasks from another node within half a minute.
        "CELERY_BROKER_HEARTBEAT": BROKER_HEARTBEAT,
        "CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP": True,
        "CELERY_TASK_DEFAULT_QUEUE": queue,
        "CELERY_TASK_DEFAULT_QUEUE_TYPE": "quorum" if url.startswith("amqp") else "classic",
        "CELERY_TASK_QUEUES": queues(url, queue, webhooks),
        "CELERY_TASK_ROUTES": {
            "records.deliver_webhook": {"queue": webhooks},
            "records.send_mail": {"queue": webhooks},
        },
        "CELERY_BEAT_SCHEDULER": "config.beat:Scheduler",
        "CELERY_BEAT_SCHEDULE_FILENAME": str(var / "beat-schedule"),
        "CELERY_BEAT_SCHEDULE": schedule(sweep_every),
        # At once, and for each node of a cluster: only sending shows that the connection to the broker is lost, and only a second
        # attempt makes a new one. Without it a process that lost its broker would never enqueue again. For a broker that is away
        # the sweeper enqueues later.
        "CELERY_TASK_PUBLISH_RETRY": True,
        "CELERY_TASK_PUBLISH_RETRY_POLICY": {"max_retries": broker_retries(url), **AT_ONCE},
        **TASKS,
        **worker(url),
    }


def queues(url: str, *names: str) -> dict[str, kombu.Queue]:
    """Queues of these names, each with an exchange of its own; on RabbitMQ they are kept on several machines (quorum)."""
    kind = {"x-queue-type": "quorum"} if url.startswith("amqp") else None
    return {name: kombu.Queue(name, kombu.Exchange(name), name, queue_arguments=kind) for name in names}


AT_ONCE = {"interval_start": 0, "interval_step": 0, "interval_max": 0}


TASKS: dict[str, Any] = {
    # Results live in the database, so Celery keeps none.
    "CELERY_TASK_IGNORE_RESULT": True,
    "CELERY_TASK_ACKS_LATE": True,
    "CELERY_TASK_REJECT_ON_WORKER_LOST": True,
    "CELERY_TASK_SOFT_TIME_LIMIT": 300,
    "CELERY_TASK_TIME_LIMIT": 330,
    "CELERY_TASK_SERIALIZER": "json",
    "CELERY_ACCEPT_CONTENT": ["json"],
}


def worker(url: str) -> dict[str, Any]:
    """How a worker works."""
    is_redis = url.startswith("redis")
    return {
        # KiB of resident memory past which its process is replaced after its task; idle ones have some 110 MiB.
        "CELERY_WORKER_MAX_MEMORY_PER_CHILD": 400 * 1024,
        # A worker takes a task for each of its processes. With Redis Celery counts the tasks itself: kombu would go on counting
        # one whose end it could not tell Redis, and the worker would take no other.
        "CELERY_WORKER_PREFETCH_MULTIPLIER": 0 if is_redis else 1,
        "CELERY_WORKER_DISABLE_PREFETCH": is_redis,
        # Nobody controls workers through the broker. With it each would hold a queue named after its host, which two workers of
        # one host cannot both have: the second ends. The transport without a server has no fanout for it either.
        "CELERY_WORKER_ENABLE_REMOTE_CONTROL": False,
        "CELERY_WORKER_HIJACK_ROOT_LOGGER": False,
    }


def schedule(sweep_every: float) -> dict[str, Any]:
    """What beat enqueues again and again."""
    return {
        "enqueue again what waits too long": {
            "task": "records.sweep",
            "schedule": timedelta(seconds=sweep_every),
            "options": {"expires": 30},
        },
        "seal verdicts in the audit log": {
            "task": "records.seal_verdicts",
            "schedule": timedelta(seconds=SEAL_EVERY),
            "options": {"expires": SEAL_EVERY},
        },
    }
