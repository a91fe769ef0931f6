"""The runner of jobs, on a small kind: one worker has a job at a time, lost ones are counted, a step is stored once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, transaction
from django.utils import timezone

from records.core.errors import Refusal
from records.core.queue import jobs, kinds
from records.core.queue.kinds import Addresses, Kind
from records.core.queue.models import Job
from tests.records.errors import refused

pytestmark = pytest.mark.django_db

STEPS = 3


class Counting:
    """Counts to three, a number a step. ``meanwhile`` happens in the middle of each step."""

    def __init__(self) -> None:
        self.meanwhile: Callable[[], None] = lambda: None
        self.others_first, self.closed, self.ended = False, 0, list[str]()
        self.skips = False

    def steps(self, job: Job) -> Generator[bool, None, None]:
        try:
            while job.cursor.get("at", 0) < STEPS:
                self.meanwhile()
                with transaction.atomic():
                    jobs.advance(job, {"at": job.cursor.get("at", 0) + 1}, counts={"done": 1})
                yield self.others_first
        finally:
            self.closed += 1

    def skip(self, job: Job) -> bool:
        if self.skips:
            jobs.advance(job, {"at": job.cursor.get("at", 0) + 1}, counts={"skipped": 1})
        return self.skips

    def note(self, *given: Any) -> bool:
        self.ended.append(given[-1].state)
        return True


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    counting = Counting()
    kind = Kind(
        name="counting",
        label="Counting",
        steps=counting.steps,
        skip=counting.skip,
        sees=lambda actor, job: str(actor) in ("reader", "owner"),
        may_change=lambda actor, job: str(actor) == "owner",
        failed=counting.note,
        cancel=counting.note,
        resume=counting.note,
        addresses=lambda job: Addresses("/"),
        kept=timedelta(days=1),
    )
    monkeypatch.setitem(kinds._kinds, "counting", kind)
    return counting


@pytest.fixture
def job(counting: Counting) -> Job:
    return Job.objects.create(kind="counting", subject="thing:1", counts={"total": STEPS, "done": 0})


def now(job: Job) -> tuple[str, int, int]:
    job.refresh_from_db()
    return job.state, job.counts["done"], job.attempts


def is_untouched_for(job: Job, seconds: float) -> None:
    Job.objects.filter(pk=job.pk).update(touched_at=timezone.now() - timedelta(seconds=seconds))


def die() -> None:
    raise KeyboardInterrupt


def test_job_is_run_to_its_end_and_says_how_far_it_is(counting: Counting, job: Job) -> None:
    assert jobs.run(job.pk, seconds=60)
    assert now(job) == ("done", STEPS, 0)
    assert (kinds.counted(job), job.steps, job.finished_at is not None) == ((100, True, {"total": 3, "done": 3}), STEPS + 1, True)
    assert not jobs.run(job.pk), "it waits no more"


def test_worker_leaves_the_rest_to_another_task_at_the_end_of_its_slice(
    counting: Counting, job: Job, enqueued_tasks: dict[str, Sequence[Any]], django_capture_on_commit_callbacks: Any
) -> None:
    seen = []
    for _ in range(STEPS + 1):
        with django_capture_on_commit_callbacks(execute=True):
            jobs.run(job.pk, seconds=0)
        seen.append(now(job)[:2])
    assert seen == [("pending", 1), ("pending", 2), ("pending", 3), ("done", 3)]
    assert (enqueued_tasks["run_job"], counting.closed) == ([str(job.pk)] * STEPS, STEPS + 1)


def test_other_work_that_comes_first_ends_the_slice(counting: Counting, job: Job) -> None:
    counting.others_first = True
    jobs.run(job.pk, seconds=60)
    assert now(job)[:2] == ("pending", 1)


def test_eight_deliveries_of_a_task_at_once_count_as_one_attempt(counting: Counting, job: Job) -> None:
    seen = []

    def delivered_again() -> None:
        seen.append((jobs.run(job.pk), now(Job.objects.get(pk=job.pk))[2]))

    counting.meanwhile = delivered_again
    jobs.run(job.pk, seconds=60)
    assert seen == [(False, 1), (False, 0), (False, 0)], "who comes second finds it claimed and leaves"


@pytest.mark.parametrize(("skips", "ended"), [(False, ("failed", 0, 4)), (True, ("done", STEPS - 1, 0))])
def test_step_that_kills_its_worker_every_time_is_given_up(
    counting: Counting, job: Job, skips: bool, ended: tuple[str, int, int]
) -> None:
    """The broker delivers the task again at once: no more workers die over it than may. The kind may pass over the step."""
    deaths: list[int] = []

    def dies_over_the_first() -> None:
        if not Job.objects.get(pk=job.pk).cursor:
            deaths.append(1)
            raise KeyboardInterrupt

    counting.meanwhile, counting.skips = dies_over_the_first, skips
    for delivery in range(10):
        try:
            jobs.run(job.pk, redelivered=delivery > 0, seconds=60)
        except KeyboardInterrupt:
            continue
        break
    assert (now(job), len(deaths)) == (ended, jobs.ATTEMPTS)
    assert (job.error or {"code": None})["code"] == (None if skips else jobs.GIVEN_UP)
    assert counting.ended == ([] if skips else ["running"]), "the kind is told in the same transaction"


def test_job_of_a_lost_worker_is_continued_by_its_redelivered_task(counting: Counting, job: Job) -> None:
    counting.meanwhile = die
    with pytest.raises(KeyboardInterrupt):
        jobs.run(job.pk)
    counting.meanwhile = lambda: None
    assert not jobs.run(job.pk), "a second task of the same job says nothing of a lost worker"
    jobs.run(job.pk, redelivered=True, seconds=60)
    assert now(job)[0] == "done"


def test_job_of_a_lost_worker_is_swept_when_no_task_can_be_at_it_any_more(
    counting: Counting, job: Job, enqueued_tasks: dict[str, Sequence[Any]], django_capture_on_commit_callbacks: Any
) -> None:
    counting.meanwhile = die
    with pytest.raises(KeyboardInterrupt):
        jobs.run(job.pk)
    counting.meanwhile = lambda: None
    is_untouched_for(job, settings.LOST_AFTER - 5)
    assert jobs.sweep(60) == 0, "a task may take that long"
    is_untouched_for(job, settings.LOST_AFTER + 5)
    with django_capture_on_commit_callbacks(execute=True):
        assert (jobs.sweep(60), jobs.sweep(60)) == (1, 0)
    assert enqueued_tasks["run_job"] == [str(job.pk)]
    jobs.run(job.pk, seconds=60)
    assert now(job)[0] == "done"


def test_step_that_an_error_rolls_back_is_done_again(counting: Counting, job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    real = jobs.advance

    def fails_after(*given: Any, **more: Any) -> None:
        real(*given, **more)
        raise OperationalError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(jobs, "advance", fails_after)
        with pytest.raises(OperationalError):
            jobs.run(job.pk)
    assert now(job) == ("pending", 0, 1)
    jobs.run(job.pk, seconds=60)
    assert now(job) == ("done", STEPS, 0)


def test_worker_that_fails_for_want_of_disk_leaves_its_job_to_the_sweeper(counting: Counting, job: Job) -> None:
    def full() -> None:
        raise OperationalError("full") from psycopg.errors.DiskFull("no space left")

    counting.meanwhile = full
    for attempt in range(1, jobs.ATTEMPTS + 1):
        with pytest.raises(OperationalError):
            jobs.run(job.pk)
        assert now(job) == ("pending", 0, attempt)
        assert jobs.sweep(60) == 0, "it is not tried again at once"
        is_untouched_for(job, 61)
        assert jobs.sweep(60) == 1
    jobs.run(job.pk)
    assert now(job)[0] == "failed"


def test_of_two_workers_at_the_same_step_one_stores_it(counting: Counting, job: Job) -> None:
    met: list[int] = []

    def overtaken() -> None:
        if not met:
            met.append(1)
            jobs.run(job.pk, redelivered=True, seconds=60)

    counting.meanwhile = overtaken
    jobs.run(job.pk, seconds=60)
    assert now(job) == ("done", STEPS, 0)
    assert (Job.objects.get().steps, Job.objects.get().error) == (STEPS + 1, None)


def test_job_that_is_cancelled_in_the_middle_of_a_step_stores_it_not(counting: Counting, job: Job) -> None:
    owner: Any = "owner"

    def cancelled() -> None:
        jobs.cancel(owner, job)

    counting.meanwhile = cancelled
    jobs.run(job.pk, seconds=60)
    assert now(job)[:2] == ("cancelled", 0)
    assert (jobs.run(job.pk, redelivered=True), jobs.sweep(-1)) == (False, 0)


def test_refusal_fails_the_job_with_its_reason_and_it_is_resumed(counting: Counting, job: Job) -> None:
    def refuses() -> None:
        raise Refusal("no-key", "There is no key.", 503)

    owner: Any = "owner"
    counting.meanwhile = refuses
    jobs.run(job.pk)
    assert (now(job)[0], job.error) == ("failed", {"code": "no-key", "message": {"msgid": "There is no key.", "facts": {}}})
    counting.meanwhile = lambda: None
    assert jobs.may_resume(owner, job)
    assert jobs.resume(owner, job).error is None
    with refused("not-failed", 409):
        jobs.resume(owner, job)
    jobs.run(job.pk, seconds=60)
    assert now(job) == ("done", STEPS, 0)


def test_job_is_seen_and_changed_by_whom_its_kind_says(counting: Counting, job: Job) -> None:
    owner, reader, stranger = ("owner", "reader", "stranger")  # type: tuple[Any, Any, Any]
    assert [jobs.find(one, job.pk) == job for one in (owner, reader, stranger)] == [True, True, False]
    assert [jobs.may_cancel(one, job, kinds.counted(job)) for one in (owner, reader)] == [True, False]
    for change in (jobs.cancel, jobs.resume):
        with refused("permission-denied", 403):
            change(reader, job)


def test_kind_that_cannot_be_cancelled_or_resumed_says_so(monkeypatch: pytest.MonkeyPatch, job: Job) -> None:
    plain = Kind(
        name="plain",
        label="",
        steps=Counting().steps,
        sees=lambda *_: True,
        may_change=lambda *_: True,
        addresses=lambda _: Addresses("/"),
    )
    monkeypatch.setitem(kinds._kinds, "counting", plain)
    owner: Any = "owner"
    for change in (jobs.cancel, jobs.resume):
        with pytest.raises(Refusal) as refusal:
            change(owner, job)
        assert refusal.value.status == 409


def test_subject_has_one_open_job_of_a_kind_and_ended_ones_are_kept_so_long(counting: Counting, job: Job) -> None:
    from django.db import IntegrityError

    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="counting", subject="thing:1")
    jobs.run(job.pk, seconds=60)
    jobs.start(Job(kind="counting", subject="thing:1"))
    jobs.sweep(60)
    assert Job.objects.count() == 2
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now() - timedelta(days=1, seconds=1))
    jobs.sweep(60)
    assert [one.state for one in Job.of("counting", "thing:1")] == ["pending"]
