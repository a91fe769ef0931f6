"""When a batch is done: everything of it is taken in, or will not be, and nothing of it waits for its verdict."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from records.batches.models import Batch
from records.batches.progress import progress_of
from records.db.prepared_query import PreparedQuery
from records.matches.models import UNJUDGED, Match
from records.webhooks import subscriptions
from records.webhooks.models import WebhookKind

ENDED = (Batch.State.TAKEN, Batch.State.CANCELLED, Batch.State.FAILED)
_undone = PreparedQuery(lambda: Batch.objects.order_by().filter(done_at__isnull=True, state__in=ENDED))


def end_batches() -> int:
    """Note which batches are done since, and tell their clubs' webhooks; how many. Asked by whoever has done some work."""
    done = 0
    for batch in _undone():
        if not Match.objects.filter(state__in=UNJUDGED, batch_entries__batch=batch).exists():
            done += _end(batch)
    return done


@transaction.atomic
def _end(batch: Batch) -> bool:
    """One update, so that of two that see it one tells of it; a batch that goes on meanwhile is not done."""
    ended = Batch.objects.filter(pk=batch.pk, state=batch.state, done_at__isnull=True)
    if not ended.update(done_at=timezone.now()):
        return False
    if batch.club_id is not None:
        progress = progress_of(batch)
        said = {
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
        subscriptions.notify(batch.club_id, WebhookKind.BATCH_DONE, batch.pk, said)
    return True
