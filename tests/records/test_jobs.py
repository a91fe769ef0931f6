"""Jobs of many tasks (ingesting, judging again, publishing, exporting): one worker has one at a time, lost ones are counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from records.accounts import clubs
from records.accounts.models import Club
from records.archive import batches, club_exports, rejudging
from records.archive.batches import ingestion
from records.archive.club_exports import making
from records.archive.rejudging import run as running
from records.core.queue.jobs import ATTEMPTS
from records.tournament import events, publications
from records.tournament.publications import publishing
from tests.records.batches import CLEAN, received
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db


class Kind(NamedTuple):
    """A kind of job: its module, the step that a worker may die over, and how it ends where it is given up."""

    module: Any
    step: str
    start: Callable[[Any, Club], Any]
    work: Callable[..., Any]
    sweep: Callable[[float], int]
    task: str
    given_up: str


KINDS = {
    "ingesting": Kind(
        ingestion,
        "store_chunk",
        lambda owner, club: received(CLEAN, user=owner, club=club),
        batches.ingest,
        batches.sweep,
        "ingest_batch",
        "failed",
    ),
    "judging again": Kind(
        running,
        "judge_again",
        lambda owner, club: rejudging.start(owner, club),
        rejudging.continue_rejudging,
        rejudging.sweep,
        "rejudge_archive",
        "done",  # without the match, which is left alone
    ),
    "publishing": Kind(
        publishing,
        "check_next_piece",
        lambda owner, club: publications.publish(owner, events.create(owner, club, EVENT)),
        publications.run,
        publications.sweep,
        "publish_results",
        "refused",
    ),
    "exporting": Kind(
        making,
        "write_step",
        lambda owner, club: club_exports.ask(owner, club),
        club_exports.run,
        club_exports.sweep,
        "export_club",
        "failed",
    ),
}


@pytest.fixture(params=KINDS, ids=lambda name: name.replace(" ", "-"))
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def job(kind: Kind, owner: Any, settings: Any, tmp_path: Any) -> Any:
    """A job over one match."""
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    club = clubs.create(owner, "茶館", "tea")
    upload(club, owner, text(people="ABCD", Table="1"))
    return kind.start(owner, club)


@pytest.fixture
def at_work(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Have something happen whenever a worker is in the middle of its step."""
    real = getattr(kind.module, kind.step)

    def set_up(happens: Callable[[], None]) -> None:
        def step(*given: Any) -> Any:
            happens()
            return real(*given)

        monkeypatch.setattr(kind.module, kind.step, step)

    return set_up


def state(job: Any) -> tuple[str, int]:
    job.refresh_from_db()
    return job.state, job.attempts


def done(job: Any) -> bool:
    job.refresh_from_db()
    return job.state in ("taken", "done")


def is_untouched_for(job: Any, seconds: float) -> None:
    type(job).objects.filter(pk=job.pk).update(touched_at=timezone.now() - timedelta(seconds=seconds))


def lose_worker() -> None:
    raise KeyboardInterrupt


def test_eight_deliveries_of_a_task_at_once_count_as_one_attempt(kind: Kind, job: Any, at_work: Any) -> None:
    deliveries, seen = list(range(7)), []

    def delivered_again() -> None:
        while deliveries:
            deliveries.pop()
            kind.work(job.pk)
        seen.append(state(job)[1])

    at_work(delivered_again)
    kind.work(job.pk)
    assert done(job)
    assert seen == [1], "who comes second finds it claimed and leaves"


def test_job_that_kills_its_worker_every_time_is_given_up(kind: Kind, job: Any, at_work: Any) -> None:
    """The broker delivers the task again at once: no more workers die over it than may."""
    deaths: list[int] = []

    def dies() -> None:
        deaths.append(1)
        raise KeyboardInterrupt

    at_work(dies)
    for delivery in range(10):
        try:
            kind.work(job.pk, redelivered=delivery > 0)
        except KeyboardInterrupt:
            continue
        break
    assert state(job)[0] == kind.given_up
    assert len(deaths) == ATTEMPTS


def test_job_of_a_lost_worker_is_continued_by_its_redelivered_task(kind: Kind, job: Any, at_work: Any) -> None:
    at_work(lose_worker)
    with pytest.raises(KeyboardInterrupt):
        kind.work(job.pk)
    at_work(lambda: None)
    kind.work(job.pk)
    assert not done(job), "a second task of the same job says nothing of a lost worker"
    kind.work(job.pk, redelivered=True)
    assert done(job)


def test_job_of_a_lost_worker_is_swept_when_no_task_can_be_at_it_any_more(
    kind: Kind, job: Any, at_work: Any, enqueued_tasks: dict[str, Sequence[Any]], django_capture_on_commit_callbacks: Any
) -> None:
    at_work(lose_worker)
    with pytest.raises(KeyboardInterrupt):
        kind.work(job.pk)
    at_work(lambda: None)
    is_untouched_for(job, settings.LOST_AFTER - 5)
    assert kind.sweep(60) == 0, "a task may take that long"
    is_untouched_for(job, settings.LOST_AFTER + 5)
    with django_capture_on_commit_callbacks(execute=True):
        assert (kind.sweep(60), kind.sweep(60)) == (1, 0)
    assert enqueued_tasks[kind.task] == [str(job.pk)]
    kind.work(job.pk)
    assert done(job)


def test_worker_that_fails_leaves_its_job_to_the_sweeper(kind: Kind, job: Any, at_work: Any) -> None:
    def fails() -> None:
        raise OperationalError("gone")

    at_work(fails)
    for attempt in range(1, ATTEMPTS + 1):
        with pytest.raises(OperationalError):
            kind.work(job.pk)
        assert state(job) == ("pending", attempt)
        assert kind.sweep(60) == 0, "it is not tried again at once"
        is_untouched_for(job, 61)
        assert kind.sweep(60) == 1
    kind.work(job.pk)
    assert state(job)[0] == kind.given_up
