"""Completing batches: a batch is done when it is ingested or ended and none of its matches waits for a verdict."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from records.accounts import webhooks
from records.accounts.webhooks.models import WebhookKind
from records.archive.batches.models import Batch
from records.archive.batches.progress import progress_of
from records.archive.matches.models import UNJUDGED, Match

ENDED = (Batch.State.INGESTED, Batch.State.CANCELLED, Batch.State.FAILED)


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
    ended = Batch.objects.filter(pk=batch.pk, state=batch.state, done_at__isnull=True)
    if not ended.update(done_at=timezone.now()):
        return False
    if batch.club_id is not None:
        progress = progress_of(batch)
        payload = {
            "batch": str(batch.pk),
            "state": batch.state,
            "filename": batch.filename,
            "files": progress.files,
            "files_failed": progress.files_failed,
            "matches": progress.matches,
            "findings": progress.findings,
            "url": reverse("api:batch", args=[batch.pk]),
            "page": reverse("pages:batch", args=[batch.pk]),
        }
        webhooks.notify(batch.club_id, WebhookKind.BATCH_DONE, batch.pk, payload)
    return True
