"""Judging under faults: races, workers that die, an engine that fails, poison."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

import records
import referee
from records import tasks
from records.archive import matches
from records.archive.matches import replay
from records.archive.matches.judging import claims, run, verdict_store
from records.archive.models import Finding, Judgement, Match
from records.core import queue
from records.core.db import retry
from tests.files import named

SAMPLES = sorted((Path(records.__file__).parent / "archive" / "samples").glob("*.ppn"))

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A match that waits; one whose verdict has a finding."""
    data = next(path.read_bytes() for path in SAMPLES if referee.verify(referee.parse(path.read_bytes())).all_findings())
    return matches.upload(data, media_type="text/x-ppn").matches[0]


@pytest.fixture
def another() -> Match:
    """A match beside it."""
    return matches.upload(named("another").encode(), media_type="text/x-ppn").matches[0]


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the matches that were enqueued."""
    ids: list[str] = []
    monkeypatch.setattr(queue, "enqueue_matches", lambda some: ids.extend(map(str, some)))
    return ids


def again(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def taken_by_a_dead_worker(match: Match, attempts: int = 1, seconds: int = 3600) -> None:
    since = timezone.now() - timedelta(seconds=seconds)
    Match.objects.filter(pk=match.pk).update(state="judging", state_since=since, attempts=attempts)


def test_second_delivery_of_a_task_judges_nothing(match: Match) -> None:
    assert matches.judge(match.pk) is not None
    assert matches.judge(match.pk) is None
    assert matches.judge(match.pk, redelivered=True) is None
    assert (Judgement.objects.count(), again(match).attempts) == (1, 1)


def test_judging_a_deleted_match_is_no_error() -> None:
    assert matches.judge("00000000-0000-0000-0000-000000000000") is None


def test_worker_thought_dead_stores_no_second_judgement(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    real = referee.verify

    def slow(record: object) -> referee.Verdict:
        monkeypatch.setattr(referee, "verify", real)
        matches.sweep(0, lost_after=-1)
        assert matches.judge(match.pk) is not None
        return real(record)  # type: ignore[arg-type]

    monkeypatch.setattr(referee, "verify", slow)
    assert matches.judge(match.pk) is None
    assert Judgement.objects.count() == 1
    assert Finding.objects.count() == len(real(replay.record_of(match)).all_findings())


def test_engine_fault_fails_the_match_without_a_verdict(match: Match, another: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    real, faults = referee.verify, [IndexError("broken\x00table")]

    def once(record: object) -> referee.Verdict:
        if faults:
            raise faults.pop()
        return real(record)  # type: ignore[arg-type]

    monkeypatch.setattr(referee, "verify", once)
    tasks.judge_matches([str(match.pk), str(another.pk)])
    failed = again(match)
    assert (failed.state, failed.error) == ("failed", "IndexError: broken␀table")
    assert matches.verdict_of(failed) is None
    assert bytes(failed.source)
    assert again(another).state == "judged"


def test_match_that_memory_was_short_for_is_judged_when_there_is_some_and_fails_in_the_end(
    match: Match, another: Match, enqueued: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(record: object) -> NoReturn:
        raise MemoryError

    with monkeypatch.context() as shortage:
        shortage.setattr(referee, "verify", short)
        assert matches.judge(match.pk) is None
        assert (again(match).state, again(match).error) == ("judging", "")
        matches.sweep(0, lost_after=-1)
        assert str(match.pk) in enqueued
        for _ in range(1 + claims.ATTEMPTS):
            matches.judge(another.pk)
            matches.sweep(0, lost_after=-1)
    assert matches.judge(match.pk) is not None
    assert (again(another).state, again(another).error) == ("failed", "MemoryError: ")


def test_judgement_that_cannot_be_stored_whole_is_not_stored(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> NoReturn:
        raise OperationalError("gone")

    monkeypatch.setattr(verdict_store, "_finding", fault)
    with pytest.raises(OperationalError):
        matches.judge(match.pk)
    assert (again(match).state, Judgement.objects.count()) == ("judging", 0)


@pytest.mark.django_db(transaction=True)
def test_verdict_is_stored_again_when_its_connection_was_lost(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """A restart of the database is no fault of the record: it costs none of its attempts."""
    real, lost = verdict_store.store, [OperationalError("gone"), InterfaceError("closed")]

    def store(*args: Any, **more: Any) -> Any:
        if lost:
            connection.close()
            raise lost.pop()
        return real(*args, **more)

    monkeypatch.setattr(run, "store", store)
    monkeypatch.setattr(retry, "PAUSE", 0.01)
    matches.judge_all([match.pk])
    assert (again(match).state, again(match).attempts, Judgement.objects.count()) == ("judged", 1, 1)


@pytest.mark.django_db(transaction=True)
def test_storing_gives_up_on_a_database_that_stays_away(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def store(*_: object, **more: object) -> NoReturn:
        raise OperationalError("gone")

    monkeypatch.setattr(run, "store", store)
    monkeypatch.setattr(retry, "PATIENCE", 0.05)
    with pytest.raises(OperationalError):
        matches.judge_all([match.pk])
    assert (again(match).state, Judgement.objects.count()) == ("judging", 0)


def test_long_task_ends_in_time_and_enqueues_the_rest(match: Match, another: Match, enqueued: list[str], settings: Any) -> None:
    settings.SLICE = 0
    tasks.judge_matches([str(match.pk), str(another.pk)])
    assert (again(match).state, again(another).state, enqueued) == ("judged", "pending", [str(another.pk)])


def test_sweeper_releases_and_enqueues_a_lost_match_alone(match: Match, another: Match, enqueued: list[str]) -> None:
    taken_by_a_dead_worker(match)
    taken_by_a_dead_worker(another, seconds=30)
    assert matches.sweep(60) == 1
    assert (again(match).state, again(another).state, enqueued) == ("pending", "judging", [str(match.pk)])
    assert matches.sweep(60) == 0, "it was enqueued just now"


@pytest.mark.parametrize("by", ["sweeper", "redelivery"])
def test_match_that_kills_workers_fails_after_its_attempts(match: Match, enqueued: list[str], by: str) -> None:
    taken_by_a_dead_worker(match, attempts=1 + claims.ATTEMPTS)
    if by == "sweeper":
        matches.sweep(0)
    else:
        matches.judge(match.pk, redelivered=True)
    assert (again(match).state, enqueued) == ("failed", [])
    assert "3 attempts" in again(match).error


def test_judging_again_adds_a_row_where_the_engine_is_another(
    match: Match, enqueued: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, real = matches.judge(match.pk), referee.verify
    assert matches.rejudge(None, match).state == "pending"
    assert enqueued == [str(match.pk)]
    assert first is not None
    assert matches.judge(match.pk) == first
    matches.rejudge(None, match)
    monkeypatch.setattr(referee, "verify", lambda record: real(record)._replace(engine="9.9.9"))
    second = matches.judge(match.pk)
    assert (again(match).state, again(match).current_judgement) == ("judged", second)
    assert set(again(match).judgements.values_list("engine_version", flat=True)) == {"9.9.9", first.engine_version}


@pytest.mark.django_db(transaction=True)
def test_four_concurrent_workers_judge_once(match: Match) -> None:
    start, answers = threading.Barrier(4), []

    def work() -> None:
        try:
            start.wait()
            answers.append(matches.judge(match.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(answer is not None for answer in answers) == 1
    assert (Judgement.objects.count(), again(match).attempts) == (1, 1)
