"""Enqueueing tasks for the workers, and jobs of many steps. The database is the truth: a lost task is enqueued again."""

from records.core.queue.enqueue import (
    CHUNK,
    enqueue_job,
    enqueue_mail,
    enqueue_matches,
    enqueue_webhooks,
    one_task_per_webhook,
)

__all__ = [
    "CHUNK",
    "enqueue_job",
    "enqueue_mail",
    "enqueue_matches",
    "enqueue_webhooks",
    "one_task_per_webhook",
]
