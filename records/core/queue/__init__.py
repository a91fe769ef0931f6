"""Enqueueing tasks for the workers. The database is the truth: a task that is lost is enqueued again."""

from records.core.queue.enqueue import (
    CHUNK,
    enqueue_batch,
    enqueue_club_export,
    enqueue_mail,
    enqueue_matches,
    enqueue_mistakes,
    enqueue_publishing,
    enqueue_rejudging,
    enqueue_webhooks,
    one_task_per_webhook,
)

__all__ = [
    "CHUNK",
    "enqueue_batch",
    "enqueue_club_export",
    "enqueue_mail",
    "enqueue_matches",
    "enqueue_mistakes",
    "enqueue_publishing",
    "enqueue_rejudging",
    "enqueue_webhooks",
    "one_task_per_webhook",
]
