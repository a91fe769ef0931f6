"""Celery tasks: each carries an id or some, calls a service and ends; the state of the work is in the database."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.conf import settings

from records import batches, matches, publications, queue, rejudging, webhooks

SEAT_RESULTS_SECONDS = 5
"""For how long a sweep adds seat results to matches that were judged before these were stored."""


@shared_task(name="records.judge_matches", bind=True)
def judge_matches(self: Task[Any, Any], ids: list[str]) -> None:
    """Judge those of these matches that are pending, until JUDGE_SLICE is over."""
    redelivered = bool((self.request.delivery_info or {}).get("redelivered"))
    with queue.one_task_per_webhook():
        if matches.judge_all(ids, redelivered=redelivered) or redelivered:
            batches.complete()


@shared_task(name="records.ingest_batch")
def ingest_batch(batch_id: str) -> None:
    """Continue to ingest a batch, until BATCH_SLICE is over."""
    batches.ingest(batch_id)
    batches.complete()


@shared_task(name="records.take_in_batch")
def take_in_batch(batch_id: str) -> None:
    """The former name of ``ingest_batch``, for tasks that were queued before an upgrade; goes with the next release."""
    ingest_batch(batch_id)


@shared_task(name="records.deliver_webhook")
def deliver_webhook(webhook_id: str) -> None:
    """Send the messages of a webhook that are due, for a limited time."""
    webhooks.deliver_due(webhook_id)


@shared_task(name="records.rejudge_archive")
def rejudge_archive(rejudging_id: str) -> None:
    """Continue to judge an archive again, until REJUDGE_SLICE is over."""
    with queue.one_task_per_webhook():
        rejudging.continue_rejudging(rejudging_id)


@shared_task(name="records.publish_results")
def publish_results(publishing_id: str) -> None:
    """Continue to publish an event's results, until PUBLISH_SLICE is over."""
    publications.run(publishing_id)


@shared_task(name="records.sweep", expires=60)
def sweep() -> int:
    """Enqueue again whatever has waited too long; returns the number of matches."""
    batches.sweep(settings.SWEEP_AFTER)
    batches.complete()
    webhooks.sweep()
    rejudging.sweep(settings.SWEEP_AFTER)
    publications.sweep(settings.SWEEP_AFTER)
    matches.add_missing_results(SEAT_RESULTS_SECONDS)
    return matches.sweep(settings.SWEEP_AFTER)
