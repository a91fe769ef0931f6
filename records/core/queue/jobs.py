"""The runner of jobs: one worker at a time, one step a transaction.

A job waits until a worker claims it. At the end of its slice the worker releases it and enqueues a task for the rest. A task
that finds the job claimed leaves. Another worker's claim is taken over in two cases: the broker delivers its task again, or
nobody has touched the job for LOST_AFTER, which is longer than a task may run. So ``attempts`` counts the workers that were
lost or failed since the last stored step, and not how often a task was delivered.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from records.core.db import clock
from records.core.db.retry import retry_when_disconnected
from records.core.errors import Refusal
from records.core.people import Actor
from records.core.queue import enqueue
from records.core.queue.kinds import Kind, Progress, kind_of, registered
from records.core.queue.models import Job

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How many workers may be lost over a step, or fail, before what the job stands at is given up."""
PAGE = 500
"""Jobs that a sweep enqueues at most."""
GIVEN_UP = "given-up"
"""The code of the error of a job, or of a part of one, that workers were lost over again and again."""


class Lost(Exception):
    """Raised where a step cannot be stored: another worker has stored it, or the job has ended meanwhile."""


def start(job: Job) -> None:
    """Store a new job and enqueue its task, in the caller's transaction."""
    job.save(force_insert=True)
    enqueue.enqueue_job(job.pk)


def run(job_id: Any, *, redelivered: bool = False, seconds: float | None = None) -> bool:
    """Work on a job for so many seconds, by default SLICE, then enqueue a task for the rest; whether it waited for a worker.

    ``redelivered``: the broker delivers the task again because its worker was lost, so a claimed job is taken over.
    """
    until = time.monotonic() + (settings.SLICE if seconds is None else seconds)
    job = _claim(job_id, redelivered, retry_when_disconnected(clock.now)())
    if job is None:
        return False
    kind = kind_of(job)
    try:
        if job.attempts > ATTEMPTS and not kind.skip(job):
            raise given_up()
        _work(kind, job, until)
    except Lost:
        log.info("job %s was continued by another worker, or has ended", job.pk)
    except Refusal as refusal:
        _fail(kind, job, refusal)
    except Exception:
        _release_after_error(job)
        raise
    return True


def given_up() -> Refusal:
    """Why a job failed that workers were lost over again and again."""
    return Refusal(GIVEN_UP, _("Given up: it stopped again and again at the same place."), 500)


def _work(kind: Kind, job: Job, until: float) -> None:
    with closing(kind.steps(job)) as steps:
        for others_first in steps:
            if job.finished:
                return
            if others_first or time.monotonic() >= until:
                _release(job)
                enqueue.enqueue_job(job.pk)
                return
    if not job.finished:
        advance(job, end=True)


@retry_when_disconnected
def _claim(job_id: Any, redelivered: bool, now: datetime) -> Job | None:
    """Claim a job in one conditional update. None where it does not wait."""
    claimable = Job.objects.filter(pk=job_id, state__in=Job.OPEN if redelivered else [Job.State.PENDING])
    claimable.update(state=Job.State.RUNNING, touched_at=now, attempts=F("attempts") + 1)
    # Asked by the moment of the claim: where the answer to the update was lost, nobody else knows that this worker has it.
    job = Job.objects.filter(pk=job_id, state=Job.State.RUNNING, touched_at=now).first()
    return job and whole(job)


def whole(job: Job) -> Job:
    """The job as a row of its kind's own model."""
    model = kind_of(job).model
    return job if model is Job else model.objects.get(pk=job.pk)


@retry_when_disconnected
def _release(job: Job) -> None:
    """Release a claimed job for the next worker that gets a task of it."""
    # ``steps`` is not compared: an error may have rolled back a step that ``job`` counts already.
    Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(state=Job.State.PENDING, touched_at=clock.now())


def _release_after_error(job: Job) -> None:
    """Release a job whose task an error ends: the sweeper enqueues it again, and the attempt counts."""
    try:
        _release(job)
    except DatabaseError as away:
        log.warning("the database cannot be reached (%s); %s waits for the sweeper", away, job.pk)


def _ours(job: Job) -> QuerySet[Job]:
    """The row of a job, as long as it is open and no other worker has stored the next step."""
    return Job.objects.filter(pk=job.pk, state__in=Job.OPEN, steps=job.steps)


def lock(job: Job) -> None:
    """Lock a job's row, for a step that must not be stored twice but is counted only while it is stored. Raises Lost."""
    if not _ours(job).select_for_update().values_list("pk"):
        raise Lost


def advance(
    job: Job,
    cursor: Mapping[str, Any] | None = None,
    *,
    counts: Mapping[str, int] | None = None,
    end: bool = False,
) -> None:
    """Store that a step is done: the new cursor, and what is added to the counts; ``end``: the job is done with it.

    To be called in the transaction that stores what the step made. Raises Lost, so that nothing of it is stored.
    """
    now = clock.now()
    added = {name: job.counts.get(name, 0) + count for name, count in (counts or {}).items()}
    changed: dict[str, Any] = {
        "steps": job.steps + 1,
        "cursor": job.cursor if cursor is None else dict(cursor),
        "counts": job.counts | added,
        "attempts": 0,
        "touched_at": now,
        "state": Job.State.DONE if end else Job.State.RUNNING,
        "finished_at": now if end else None,
    }
    if not _ours(job).update(**changed):
        raise Lost
    for name, value in changed.items():
        setattr(job, name, value)


@retry_when_disconnected
@transaction.atomic
def _fail(kind: Kind, job: Job, refusal: Refusal) -> None:
    """Mark a job as failed."""
    log.error("job %s (%s) failed: %s", job.pk, job.kind, refusal)
    now = clock.now()
    error = {"code": refusal.code, "message": refusal.message.stored()}
    failed = {"state": Job.State.FAILED, "error": error, "touched_at": now, "finished_at": now}
    if _ours(job).update(**failed) and kind.failed:
        kind.failed(job)


def find(actor: Actor, job_id: uuid.UUID) -> Job | None:
    """A job by its id, None where there is none that this actor may see."""
    job = Job.objects.filter(pk=job_id).first()
    job = job and whole(job)
    return job if job and kind_of(job).sees(actor, job) else None


def may_cancel(actor: Actor, job: Job, progress: Progress) -> bool:
    """Whether an actor may cancel this job, and something of it is left to do."""
    kind = kind_of(job)
    ended = job.state == Job.State.CANCELLED or progress.finished
    return kind.cancel is not None and not ended and kind.may_change(actor, job)


def may_resume(actor: Actor, job: Job) -> bool:
    """Whether an actor may resume this job, and it has failed."""
    kind = kind_of(job)
    return kind.resume is not None and job.state == Job.State.FAILED and kind.may_change(actor, job)


@transaction.atomic
def cancel(actor: Actor, job: Job) -> Job:
    """Cancel a job; what it did stays. A job that has ended stays as it is. Raises Refusal: 403, 409 where its kind cannot be."""
    kind = _changeable(actor, job)
    if kind.cancel is None:
        raise Refusal("not-cancellable", _("This job cannot be cancelled."), 409)
    found = whole(Job.objects.select_for_update().get(pk=job.pk))
    if kind.cancel(actor, found):
        Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED, finished_at=clock.now())
        found.refresh_from_db()
    return found


@transaction.atomic
def resume(actor: Actor, job: Job) -> Job:
    """Resume a job that failed, from where it stopped. Raises Refusal: 403, 409 where it did not fail or the kind cannot be."""
    kind = _changeable(actor, job)
    failed = Job.objects.filter(pk=job.pk, state=Job.State.FAILED)
    again = {"state": Job.State.PENDING, "attempts": 0, "error": None, "finished_at": None, "touched_at": clock.now()}
    if kind.resume is None or not failed.update(**again):
        raise Refusal("not-failed", _("This job did not fail; there is nothing to resume."), 409)
    found = kind.model.objects.get(pk=job.pk)
    kind.resume(actor, found)
    enqueue.enqueue_job(job.pk)
    return found


def _changeable(actor: Actor, job: Job) -> Kind:
    kind = kind_of(job)
    if not kind.may_change(actor, job):
        raise Refusal("permission-denied", _("You may not change this job."), 403)
    return kind


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again every job that has waited for so many seconds, and delete those that were kept long enough.

    A job that nobody has touched for more than ``lost_after`` seconds (LOST_AFTER of the settings) has lost its worker and
    waits again. Returns how many were enqueued.
    """
    now = clock.now()
    lost_before = now - timedelta(seconds=settings.LOST_AFTER if lost_after is None else lost_after)
    forgotten = now - timedelta(seconds=older_than)
    clock.bring_back(Job.objects.filter(state__in=Job.OPEN), "touched_at", now)
    with transaction.atomic():
        lost = Job.objects.filter(state=Job.State.RUNNING, touched_at__lt=lost_before)
        lost.update(state=Job.State.PENDING, touched_at=forgotten)
        waiting = Job.objects.filter(state=Job.State.PENDING, touched_at__lte=forgotten)
        ids = list(waiting.order_by("touched_at").values_list("pk", flat=True)[:PAGE])
        waiting.filter(pk__in=ids).update(touched_at=now)
        for id_ in ids:
            enqueue.enqueue_job(id_)
    for kind in registered():
        if kind.kept is not None:
            Job.objects.filter(kind=kind.name, finished_at__lt=now - kind.kept).delete()
    return len(ids)
