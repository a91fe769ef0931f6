"""The progress of a batch, counted in the database, its report, and its end: nothing of it waits for a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone

from records.accounts import webhooks
from records.accounts.webhooks.models import WebhookKind
from records.archive.batches.models import Batch, BatchEntry, BatchFile, FileError
from records.archive.matches.judging.models import Judgement
from records.archive.matches.models import DELETED, UNJUDGED, Match
from records.core.queue.kinds import Progress
from records.core.queue.models import Job

FILES = 100
"""Files that a batch is shown with; the report has all."""
ROWS = 500

REFUSED = Q(match__isnull=True, error__isnull=False)
"""Matches that were not converted: they have no text that could be stored."""
COUNTS = {
    "new": Q(fresh=True),
    "known": Q(fresh=False) & ~REFUSED,
    "refused": REFUSED,
    **{state.value: Q(match__state=state) for state in Match.State},
    **{status: Q(match__current_judgement__status=status) for status in ("clean", "flagged", "unreadable")},
    "unchecked": Q(match__current_judgement__shown_as="unchecked"),
}
MATCHES = ("matches", *COUNTS)
"""The counts of a batch's matches, by new and known, by state and by verdict."""
ENDED = (Batch.State.DONE, Batch.State.CANCELLED, Batch.State.FAILED)


def progress_of(batch: Batch) -> Progress:
    """Count the progress of a batch now: the share of its bytes that is ingested times that of its matches that are judged."""
    # What was refused in the archive's directory has its error before it is read.
    files = batch.files.aggregate(
        files=Count("pk"), files_read=Count("pk", filter=_is_read(batch)), files_failed=Count("pk", filter=Q(error__isnull=False))
    )
    counted = _count_matches(batch.entries)
    findings = Judgement.objects.filter(pk__in=batch.entries.filter(match__isnull=False).values("match__current_judgement"))
    open_ = counted["pending"] + counted["judging"]
    ingested = batch.state == Batch.State.DONE
    read = 1.0 if ingested else min(0.99, batch.counts.get("bytes", 0) / max(1, batch.unpacked))
    judged = (counted["matches"] - open_) / counted["matches"] if counted["matches"] else float(ingested)
    checked = counted["clean"] - counted["unchecked"]
    counts = {**files, **counted, "checked": checked, "findings": findings.aggregate(sum=Sum("findings_count"))["sum"] or 0}
    return Progress(int(100 * read * judged), batch.finished and not open_, counts)


def _is_read(batch: Batch) -> Q:
    return Q(number__gt=0) if batch.state == Batch.State.DONE else Q(number__lt=batch.next_file)


def _count_matches(entries: Any) -> dict[str, int]:
    counts = {name: Count("pk", filter=condition) for name, condition in COUNTS.items()}
    return dict(entries.order_by().aggregate(matches=Count("pk"), **counts))


def files_of(batch: Batch, first: int = 1, most: int = FILES) -> list[dict[str, Any]]:
    """The files of a batch from this number on, each with its counts of matches."""
    return _rows(batch, list(batch.files.filter(number__gte=first).order_by("number")[:most]))


def _rows(batch: Batch, files: Sequence[BatchFile]) -> list[dict[str, Any]]:
    counts = {name: Count("pk", filter=condition) for name, condition in COUNTS.items()}
    entries = BatchEntry.objects.filter(file__in=files).order_by().values("file")
    empty = dict.fromkeys(MATCHES, 0)
    rows: Iterable[Mapping[str, Any]] = entries.annotate(matches=Count("pk"), **counts)
    counted = {row["file"]: {name: row[name] for name in empty} for row in rows}
    read = batch.state == Batch.State.DONE
    return [
        {
            "number": file.number,
            "name": file.name,
            "size": file.size,
            "read": read or file.number < batch.next_file,
            "error": file.error,
            **counted.get(file.pk, empty),
        }
        for file in files
    ]


def entries_of(batch: Batch) -> QuerySet[BatchEntry]:
    """The matches of a batch in order, with their judgements and without the long columns."""
    entries = batch.entries.select_related("file", "match__current_judgement").order_by("file__number", "number")
    return entries.defer("match__source", "match__current_judgement__verdict", "file__error")


def noteworthy(batch: Batch) -> QuerySet[BatchEntry]:
    """The matches of a batch that are flagged, unreadable, failed, or not converted."""
    status = Q(match__current_judgement__status__in=["flagged", "unreadable"])
    rows = entries_of(batch).exclude(match__owner_key__startswith=DELETED)
    return rows.filter(status | Q(match__state=Match.State.FAILED) | REFUSED)


def report(batch: Batch) -> Iterator[dict[str, Any]]:
    """The rows of a batch's report: one for every match in order, one for every file that could not be read to its end.

    Rows are made one by one: memory does not grow with the batch.
    """
    broken = batch.files.filter(error__isnull=False).order_by("number").iterator(ROWS)
    wrong = next(broken, None)
    for entry in entries_of(batch).iterator(ROWS):
        while wrong and wrong.number < entry.file.number:
            yield _file_row(wrong)
            wrong = next(broken, None)
        yield _match_row(entry)
    while wrong:
        yield _file_row(wrong)
        wrong = next(broken, None)


def _file_row(file: BatchFile) -> dict[str, Any]:
    of_match = ("number", "first_line", "match", "result", "state", "status", "findings", "rounds", "rounds_checked")
    nothing = dict.fromkeys(of_match)
    return {"file_number": file.number, "file": file.name, **nothing, **_error(file.error)}


def _match_row(entry: BatchEntry) -> dict[str, Any]:
    match = entry.match if entry.match and not entry.match.is_deleted else None
    judgement = match.current_judgement if match else None
    return {
        "file_number": entry.file.number,
        "file": entry.file.name,
        "number": entry.number,
        "first_line": entry.first_line,
        "match": str(match.pk) if match else None,
        "result": "new" if entry.fresh else "refused" if entry.match_id is None and entry.error else "known",
        "state": match.state if match else None,
        "status": judgement.status if judgement else None,
        "findings": judgement.findings_count if judgement else None,
        "rounds": judgement.rounds if judgement else None,
        "rounds_checked": judgement.rounds_checked if judgement else None,
        **_error(entry.error),
    }


def _error(error: FileError | None) -> dict[str, Any]:
    known: Mapping[str, Any] = error or {}
    return {name: known.get(name) for name in ("code", "line", "column", "message")}


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
