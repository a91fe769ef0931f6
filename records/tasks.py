"""What workers do. A task carries ids, calls a service and ends; the state of the work is in the database."""

from __future__ import annotations

from celery import Task, shared_task
from django.conf import settings

from records import batches, matches, publications, queue, rejudging, webhooks

COUNTING = 5
"""Seconds of a sweep in which what was judged before players were is counted."""


@shared_task(name="records.judge_matches", bind=True)
def judge_matches(self: Task, ids: list[str]) -> None:
    """Judge those of these matches that still wait for it, for a while."""
    redelivered = bool((self.request.delivery_info or {}).get("redelivered"))
    with queue.once_each():
        if matches.judge_all(ids, redelivered=redelivered) or redelivered:
            batches.complete()


@shared_task(name="records.take_in_batch")
def take_in_batch(batch_id: str) -> None:
    """Go on taking in a batch, for a while."""
    batches.ingest(batch_id)
    batches.complete()


@shared_task(name="records.deliver_webhook")
def deliver_webhook(webhook_id: str) -> None:
    """Send what is due for a webhook, for a while."""
    webhooks.deliver_due(webhook_id)


@shared_task(name="records.rejudge_archive")
def rejudge_archive(rejudging_id: str) -> None:
    """Go on judging an archive again, for a while."""
    with queue.once_each():
        rejudging.continue_rejudging(rejudging_id)


@shared_task(name="records.publish_results")
def publish_results(publishing_id: str) -> None:
    """Go on publishing an event's results, for a while."""
    publications.run(publishing_id)


@shared_task(name="records.sweep", expires=60)
def sweep() -> int:
    """Ring again for what was forgotten."""
    batches.sweep(settings.SWEEP_AFTER)
    batches.complete()
    webhooks.sweep()
    rejudging.sweep(settings.SWEEP_AFTER)
    publications.sweep(settings.SWEEP_AFTER)
    matches.count_old(COUNTING)
    return matches.sweep(settings.SWEEP_AFTER)
