"""Celery tasks: each carries an id or some, calls a service and ends; the state of the work is in the database."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.conf import settings

from records import own_data
from records.accounts import access, webhooks
from records.accounts.sign_in import mail, sessions
from records.archive import batches, matches, visitors
from records.core import queue
from records.core.ops import repeats
from records.core.queue import jobs
from records.tournament import live_tables

SEAT_RESULTS_SECONDS = 5
"""For how long a sweep adds seat results to matches that were judged before these were stored."""


def _redelivered(task: Task[Any, Any]) -> bool:
    """Whether the broker delivers this task again, because the worker that had it was lost."""
    return bool((task.request.delivery_info or {}).get("redelivered"))


@shared_task(name="records.judge_matches", bind=True)
def judge_matches(self: Task[Any, Any], ids: list[str]) -> None:
    """Judge those of these matches that are pending, until SLICE is over."""
    redelivered = _redelivered(self)
    with queue.one_task_per_webhook():
        if matches.judge_all(ids, redelivered=redelivered) or redelivered:
            batches.complete()


@shared_task(name="records.run_job", bind=True)
def run_job(self: Task[Any, Any], job_id: str) -> None:
    """Continue a job, until SLICE is over."""
    with queue.one_task_per_webhook():
        jobs.run(job_id, redelivered=_redelivered(self))


@shared_task(name="records.deliver_webhook")
def deliver_webhook(webhook_id: str) -> None:
    """Send the messages of a webhook that are due, for a limited time."""
    webhooks.deliver_due(webhook_id)


@shared_task(name="records.send_mail")
def send_mail(parts: dict[str, Any]) -> None:
    """Send a mail."""
    mail.send(parts)


@shared_task(name="records.seal_verdicts")
def seal_verdicts() -> int:
    """Seal the verdicts since the last seal, and write down all roles where that was never done; returns how many were sealed."""
    access.write_baseline()
    return matches.seal_verdicts(settings.SEAL_SECONDS)


@shared_task(name="records.sweep", expires=60)
def sweep() -> int:
    """Enqueue again whatever has waited too long, and delete what has expired; returns the number of matches."""
    jobs.sweep(settings.SWEEP_AFTER)
    batches.complete()
    webhooks.sweep()
    sessions.clear_expired_sessions()
    sessions.forget_old()
    matches.add_missing_results(SEAT_RESULTS_SECONDS)
    enqueued = matches.sweep(settings.SWEEP_AFTER)
    # Erasing comes last: where it fails or takes too long, nothing else waits for it.
    visitors.delete_expired()
    repeats.forget()
    live_tables.close_idle()
    live_tables.release_due()
    matches.erase_expired()
    own_data.erase_expired()
    return enqueued
