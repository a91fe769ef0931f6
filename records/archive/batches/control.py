"""Cancelling batches, resuming failed ones, and enqueueing forgotten ones again."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may_with, require
from records.archive.batches.models import Batch, BatchEntry
from records.archive.matches.models import Match
from records.core import queue
from records.core.errors import Refusal
from records.core.people import Actor
from records.core.queue import jobs


@transaction.atomic
def cancel(user: Actor, batch: Batch) -> Batch:
    """Cancel a batch: its remaining matches are neither ingested nor judged (``stopped``), those judged or being judged stay.

    A batch whose matches are all judged stays as it is. Raises Refusal (403).
    """
    _require_change_right(user, batch)
    locked = Batch.objects.select_for_update().get(pk=batch.pk)
    waiting = Match.objects.filter(
        pk__in=BatchEntry.objects.filter(batch=locked, fresh=True).values("match"), state=Match.State.PENDING
    )
    stopped = waiting.update(state=Match.State.STOPPED, state_since=timezone.now())
    if stopped or locked.state != Batch.State.INGESTED:
        locked.state = Batch.State.CANCELLED
        locked.save(update_fields=["state"])
        locked.parts.all().delete()
        audit.record("batch.cancel", f"batch:{batch.pk}", by=user, club=batch.club_id, stopped=stopped)
    return locked


@transaction.atomic
def resume(user: Actor, batch: Batch) -> Batch:
    """Resume a batch that failed. Raises Refusal: 403, 409 where it did not fail."""
    _require_change_right(user, batch)
    given_up = Batch.objects.filter(pk=batch.pk, state=Batch.State.FAILED)
    if not given_up.update(state=Batch.State.PENDING, attempts=0, error=None, touched_at=timezone.now(), done_at=None):
        raise Refusal("not-failed", _("This batch was not given up; there is nothing to resume."), 409)
    queue.enqueue_batch(batch.pk)
    audit.record("batch.resume", f"batch:{batch.pk}", by=user, club=batch.club_id)
    return Batch.objects.get(pk=batch.pk)


def _require_change_right(user: Actor, batch: Batch) -> None:
    require(may_with(user, Right.SCORE, batch))


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again the batches that have waited for so many seconds or lost their worker; returns their number."""
    return jobs.sweep(Batch.objects.all(), queue.enqueue_batch, older_than, lost_after)
