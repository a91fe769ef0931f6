"""Completing batches: a batch is done when it is ingested or ended and none of its matches waits for a verdict."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from records.accounts import webhooks
from records.accounts.webhooks.models import WebhookKind
from records.archive.batches.models import Batch
from records.archive.batches.progress import MATCHES, progress_of
from records.archive.matches.models import UNJUDGED, Match
from records.core.queue.models import Job

ENDED = (Batch.State.DONE, Batch.State.CANCELLED, Batch.State.FAILED)


def complete() -> int:
    """Mark the batches that are done and notify their clubs' webhooks; returns their number. Called after every piece of work."""
    done = 0
    for batch in Batch.objects.order_by().filter(done_at__isnull=True, state__in=ENDED):
        if not Match.objects.filter(state__in=UNJUDGED, batch_entries__batch=batch).exists():
            done += _complete(batch)
    return done


@transaction.atomic
def _complete(batch: Batch) -> bool:
    """Mark a batch as done in one conditional update, so that only one of two workers notifies; False for the other."""
    ended = Job.objects.select_for_update().filter(pk=batch.pk, state=batch.state)
    if not ended or not Batch.objects.filter(pk=batch.pk, done_at__isnull=True).update(done_at=timezone.now()):
        return False
    if batch.club_id is not None:
        counts = progress_of(batch).counts
        payload = {
            "batch": str(batch.pk),
            "state": batch.state,
            "filename": batch.filename,
            **{name: counts[name] for name in ("files", "files_failed", "findings")},
            "matches": {name: counts[name] for name in MATCHES},
            "url": reverse("api:batch", args=[batch.pk]),
            "page": reverse("pages:batch", args=[batch.pk]),
        }
        webhooks.notify(batch.club_id, WebhookKind.BATCH_DONE, batch.pk, payload)
    return True
