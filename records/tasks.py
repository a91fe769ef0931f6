"""What workers do. A task carries ids, calls a service and ends; the state of the work is in the database."""

from __future__ import annotations

from celery import Task, shared_task
from django.conf import settings

from records import services


@shared_task(name="records.judge_matches", bind=True)
def judge_matches(self: Task, ids: list[str]) -> None:
    """Judge those of these matches that still wait for it."""
    redelivered = bool((self.request.delivery_info or {}).get("redelivered"))
    for id_ in ids:
        services.judge(id_, redelivered=redelivered)


@shared_task(name="records.take_in_batch")
def take_in_batch(batch_id: str) -> None:
    """Go on taking in a batch, for a while."""
    services.take_in(batch_id)


@shared_task(name="records.sweep", expires=60)
def sweep() -> int:
    """Ring again for what was forgotten."""
    services.sweep_batches(settings.SWEEP_AFTER)
    return services.sweep(settings.SWEEP_AFTER)
