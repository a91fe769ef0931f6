"""Jobs: work that takes many tasks, one after another (ingesting a batch, judging an archive again, publishing results).

A job waits until a worker claims it. At the end of its slice the worker releases it and enqueues a task for the rest. A task
that finds the job claimed leaves, and whoever has claimed it goes on. Another worker's claim is taken over where that worker is
known to be lost, by the rules that hold for matches (``judging.claims`` of the archive): the broker delivers its task again,
or nobody has touched the job for LOST_AFTER, which is longer than a task may run. So what is counted are workers that were
lost or failed since the job last got on, and not how often its tasks are delivered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar

from django.conf import settings
from django.db import DatabaseError, models, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db import clock
from records.core.db.retry import retry_when_disconnected

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How many workers may be lost over a job, or fail, before it is given up where it stands."""
PAGE = 500
"""Jobs of a kind that a sweep enqueues at most."""


class Job(models.Model):
    """What the rows of all jobs have besides their state: how often they were claimed since they last got on, and when anybody
    last worked on them. What gets on sets ``attempts`` to 0, and stores its progress only where nobody else has."""

    WAITING: ClassVar[str] = "pending"
    CLAIMED: ClassVar[str]

    touched_at = models.DateTimeField(_("last worked on"), default=timezone.now)
    attempts = models.PositiveSmallIntegerField(_("attempts without progress"), default=0)

    class Meta:
        abstract = True

    @classmethod
    def open_states(cls) -> tuple[str, str]:
        """The states of a job that has not ended."""
        return cls.WAITING, cls.CLAIMED


J = TypeVar("J", bound=Job)


def claim(jobs: QuerySet[J], id_: Any, *, redelivered: bool) -> J | None:
    """Claim a job, in one conditional update. None where it does not wait.

    ``redelivered``: the broker delivers the task again because its worker was lost, so a job that is claimed is taken over.
    """
    return _claim(jobs.filter(pk=id_), redelivered, retry_when_disconnected(clock.now)())


@retry_when_disconnected
def _claim(job: QuerySet[J], redelivered: bool, now: datetime) -> J | None:
    model = job.model
    claimable = job.filter(Q(state__in=model.open_states() if redelivered else [model.WAITING]))
    claimable.update(**{"state": model.CLAIMED}, touched_at=now, attempts=F("attempts") + 1)
    # Asked by the moment of the claim: where the answer to the update was lost, nobody else knows that this worker has it.
    return job.filter(Q(state=model.CLAIMED), touched_at=now).first()


@retry_when_disconnected
def release(job: Job) -> None:
    """Release a claimed job for the next worker that gets a task of it."""
    claimed: QuerySet[Job] = QuerySet(type(job)).filter(Q(state=job.CLAIMED), pk=job.pk)
    claimed.update(**{"state": job.WAITING}, touched_at=clock.now())


@contextmanager
def released_on_error(job: Job) -> Iterator[None]:
    """Release a job where an error ends its task, and raise the error: the sweeper enqueues it again, and the attempt counts."""
    try:
        yield
    except Exception:
        try:
            release(job)
        except DatabaseError as away:
            log.warning("the database cannot be reached (%s); %s waits for the sweeper", away, job.pk)
        raise


def sweep(jobs: QuerySet[J], enqueue: Callable[[Any], None], older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again every job that has waited for so many seconds; returns their number.

    A job that nobody has touched for more than ``lost_after`` seconds (LOST_AFTER of the settings) has lost its worker and
    waits again.
    """
    now, model = clock.now(), jobs.model
    lost_before = now - timedelta(seconds=settings.LOST_AFTER if lost_after is None else lost_after)
    forgotten = now - timedelta(seconds=older_than)
    clock.bring_back(jobs.filter(Q(state__in=model.open_states())), "touched_at", now)
    with transaction.atomic():
        lost = jobs.filter(Q(state=model.CLAIMED), touched_at__lt=lost_before)
        lost.update(**{"state": model.WAITING}, touched_at=forgotten)
        waiting = jobs.filter(Q(state=model.WAITING), touched_at__lte=forgotten)
        ids = list(waiting.order_by("touched_at").values_list("pk", flat=True)[:PAGE])
        waiting.filter(pk__in=ids).update(touched_at=now)
        for id_ in ids:
            enqueue(id_)
    return len(ids)
