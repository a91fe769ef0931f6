"""Exporting the archive to Parquet in the background: some thousand matches a piece, in the order of their keys.

Each piece is stored with the key that it came to, in one conditional update: a worker may die at any moment and another continues
(``records.queue.jobs``), and of two at the same piece one stores it and the other leaves. Uploads come first: while any match
waits for its first verdict, one piece is written and the rest goes to the end of the queue.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from records import audit, queue
from records.access.roles import Right, may, require, sees_all
from records.analytics import anonymizing, parquet
from records.analytics.figures import figures_of
from records.analytics.models import AnalyticsExport, AnalyticsFile, Dataset
from records.analytics.rows import rows_of
from records.analytics.schema import PUBLISHED, TABLES
from records.clubs.models import Club
from records.db import clock
from records.db.fields import Document
from records.matches.models import STORED, Match
from records.people import Actor, person
from records.queue import jobs
from referee import registry

log = logging.getLogger(__name__)

PAGE = 50
"""Matches that are read at once."""
PIECE, PIECE_SIZE, PULSE = 5000, 32 << 20, 5.0
"""Matches, characters of rows and seconds, after the first of which a piece is stored."""
KEPT = 2
"""Finished exports of a club, or of everything, that are kept: who is downloading the last but one can end that."""


def ask(actor: Actor, club: Club | None = None) -> AnalyticsExport:
    """Have a club's matches exported, by its owners; without a club all, by the staff. While one is under way, that is returned.

    Raises Refusal (403).
    """
    require(may(actor, Right.EXPORT, club) if club else sees_all(actor))
    return _ask(actor, club)


def ask_nightly() -> AnalyticsExport:
    """Have everything exported, as every night."""
    return _ask(None, None)


def _ask(actor: Actor | None, club: Club | None) -> AnalyticsExport:
    under_way = AnalyticsExport.objects.filter(club=club, dataset=None, state__in=AnalyticsExport.open_states())
    try:
        with transaction.atomic():
            if found := under_way.first():
                return found
            export = AnalyticsExport.objects.create(club=club, created_by=person(actor) if actor else None)
            queue.enqueue_analytics(export.pk)
            if actor is not None:
                audit.record("analytics.export", f"analytics:{export.pk}", by=actor, club=export.club_id)
    except IntegrityError:  # somebody else has asked for it at this moment
        return under_way.get()
    return export


def make_dataset(dataset: Dataset) -> None:
    """Have the files of a published dataset made, in the open transaction, which keeps it from being withdrawn meanwhile."""
    export = AnalyticsExport.objects.create(club_id=dataset.club_id, dataset=dataset)
    queue.enqueue_analytics(export.pk)


def run(export_id: Any, seconds: float | None = None, *, redelivered: bool = False) -> bool:
    """Work on an export for so many seconds (ANALYTICS_SLICE of the settings), then enqueue a task for the rest; whether it
    waited for a worker."""
    until = time.monotonic() + (settings.ANALYTICS_SLICE if seconds is None else seconds)
    export = jobs.claim(AnalyticsExport.objects.select_related("club"), export_id, redelivered=redelivered)
    if export is None:
        return False
    with jobs.released_on_error(export):
        if export.attempts > jobs.ATTEMPTS:
            _end(export, AnalyticsExport.State.FAILED)
            return True
        while more := write_piece(export):
            if time.monotonic() >= until or Match.objects.filter(state=Match.State.PENDING).exists():
                jobs.release(export)
                queue.enqueue_analytics(export.pk)
                return True
        if more is not None:
            _finish(export)
    return True


def write_piece(export: AnalyticsExport) -> bool | None:
    """Write and store the files of the next matches; whether there are more. None where another worker has stored them."""
    until, came_to, taken, left_out, more = time.monotonic() + PULSE, export.after, 0, 0, True
    with parquet.writer(PUBLISHED if export.dataset_id else TABLES) as writer:
        while more and taken < PIECE and writer.size < PIECE_SIZE and time.monotonic() < until:
            page = _page(export, came_to)
            for match in page:
                left_out += not _add(writer, match, anonymous=bool(export.dataset_id))
                came_to = match.pk
            taken, more = taken + len(page), len(page) == PAGE
        if (taken or not export.pieces) and not _store(export, writer, came_to, taken - left_out, left_out):
            return None
    return more


def _page(export: AnalyticsExport, after: Any) -> list[Match]:
    """The next matches in the order of their keys, with what their rows are made of."""
    found: QuerySet[Match] = Match.objects.filter(STORED, current_judgement__isnull=False)
    found = found.filter(club=export.club_id) if export.club_id else found
    found = _for_everybody(found) if export.dataset_id else found
    found = found.filter(pk__gt=after) if after else found
    found = found.select_related("club", "current_judgement__summary").prefetch_related("seats__alias__player")
    return list(found.defer("source", "current_judgement__summary__table_result").order_by("pk")[:PAGE])


def _for_everybody(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those of a club's matches that a dataset may have: played and uploaded before this month. Else what a dataset has more than
    that of the day before would tell the day."""
    month = timezone.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    readable = matches.exclude(current_judgement__status="unreadable")
    return readable.filter(day__lt=month.date(), created_at__lt=month, game__in=[game.id for game in registry.games()])


def _add(writer: parquet.Writer, match: Match, *, anonymous: bool) -> bool:
    """Add the rows of a match; False where they cannot be made: a fault that keeps nobody from the others."""
    try:
        rows = list(anonymizing.anonymous(rows_of(match)) if anonymous else rows_of(match))
    except (SoftTimeLimitExceeded, MemoryError):
        raise
    except Exception:
        log.exception("match %s is left out of the export", match.pk)
        return False
    for table, row in rows:
        writer.add(table, row)
    return True


@transaction.atomic
def _store(export: AnalyticsExport, writer: parquet.Writer, came_to: Any, matches: int, left_out: int) -> bool:
    """Store the files of a piece and where it ends; False where another worker has."""
    claimed = AnalyticsExport.objects.filter(pk=export.pk, state=AnalyticsExport.State.RUNNING, pieces=export.pieces)
    progress = {"after": came_to, "pieces": export.pieces + 1, "attempts": 0, "touched_at": clock.now()}
    sums = {"matches": F("matches") + matches, "left_out": F("left_out") + left_out}
    if not claimed.update(**progress, **sums):
        return False
    size = 0
    for table, data in writer.files():
        size += len(data)
        AnalyticsFile.objects.create(export=export, table=table, place=export.pieces + 1, data=data)
    AnalyticsExport.objects.filter(pk=export.pk).update(size=F("size") + size)
    export.after, export.pieces, export.size = came_to, export.pieces + 1, export.size + size
    return True


def _finish(export: AnalyticsExport) -> None:
    """End an export whose pieces are all there: of a club with its figures, a dataset with what is rare taken out."""
    if export.dataset_id is None:
        _end(export, AnalyticsExport.State.DONE, figures=_figures(export))
        return
    try:
        matches, files = anonymizing.finish(export)
    except (SoftTimeLimitExceeded, MemoryError):
        raise
    except Exception:
        log.exception("dataset %s cannot be made", export.dataset_id)
        _end(export, AnalyticsExport.State.FAILED)
        return
    with transaction.atomic():
        size = sum(len(data) for _, data in files)
        if _end(export, AnalyticsExport.State.DONE, matches=matches, size=size):
            AnalyticsFile.objects.filter(export=export).delete()
            AnalyticsFile.objects.bulk_create(
                AnalyticsFile(export=export, table=name, place=1, data=data) for name, data in files
            )


def _figures(export: AnalyticsExport) -> Document | None:
    """The figures of a club's export, None where they fail: the files are there all the same."""
    try:
        return figures_of(export) if export.club_id else None
    except (SoftTimeLimitExceeded, MemoryError):
        raise
    except Exception:
        log.exception("the figures of export %s cannot be computed", export.pk)
        return None


def _end(export: AnalyticsExport, state: str, **values: Any) -> bool:
    """Whether it had not ended before."""
    claimed = AnalyticsExport.objects.filter(pk=export.pk, state=AnalyticsExport.State.RUNNING)
    return bool(claimed.update(state=state, touched_at=clock.now(), **values))


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again the exports that have waited for so many seconds or lost their worker (``jobs.sweep``)."""
    return jobs.sweep(AnalyticsExport.objects.all(), queue.enqueue_analytics, older_than, lost_after)


def delete_old() -> int:
    """Delete exports that newer ones of the same stand in for, and all that were asked for more than ANALYTICS_DAYS ago: what
    was erased since is in none for longer. How many were deleted."""
    oldest = clock.now() - timedelta(days=settings.ANALYTICS_DAYS)
    newer: dict[tuple[int | None, UUID | None], int] = {}
    old = []
    every = AnalyticsExport.objects.order_by("-created_at").values_list("pk", "club", "dataset", "state", "created_at")
    for key, club, dataset, state, at in every:
        done = newer.get((club, dataset), 0)
        newer[club, dataset] = done + (state == AnalyticsExport.State.DONE)
        if at < oldest or (done >= KEPT and state not in AnalyticsExport.open_states()):
            old.append(key)
    if old:
        AnalyticsFile.objects.filter(export__in=old).delete()
        AnalyticsExport.objects.filter(pk__in=old).delete()
    return len(old)
