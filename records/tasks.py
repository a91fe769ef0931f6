"""What workers do. A task carries ids, calls a service and ends; the state of the work is in the database."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from records import services


@shared_task(name="records.judge_matches", acks_late=True)
def judge_matches(ids: list[str]) -> None:
    """Judge those of these matches that still wait for it."""
    for id_ in ids:
        services.judge(id_)


@shared_task(name="records.sweep", expires=60)
def sweep() -> int:
    """Ring again for what was forgotten."""
    return services.sweep(settings.SWEEP_AFTER)
