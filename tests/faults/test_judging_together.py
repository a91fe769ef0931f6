"""Judging many matches at once: claimed, stored and told of together, and still no match pays for another."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

import referee
from records.archive import matches
from records.archive.matches import replay
from records.archive.matches.judging import claims, run, verdict_store
from records.archive.matches.judging.claims import ATTEMPTS, Claims
from records.archive.models import Judgement, Match
from records.core import queue
from records.core.models import LatencyBucket
from records.core.ops import verdict_latency
from tests.files import FLAGGED, PPN, many, named

pytestmark = pytest.mark.django_db

EVENTS = [f"m {number}" for number in range(6)]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a task's verdicts are stored together."""
    monkeypatch.setattr(run, "GATHER", 3600)


@pytest.fixture
def waiting() -> list[Match]:
    """Six that wait, in their order; the third has findings."""
    texts = [named(event, FLAGGED) if event == EVENTS[2] else named(event) for event in EVENTS]
    return matches.upload("".join(texts).encode(), media_type=PPN).matches


@pytest.fixture
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[uuid.UUID]:
    """The ids of the matches that were enqueued."""
    ids: list[uuid.UUID] = []
    monkeypatch.setattr(queue, "enqueue_matches", lambda some: ids.extend(some))
    return ids


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[], object]], list[str]]:
    """Have the engine do something over one event; the events that it was asked about."""
    real, asked = referee.verify, []

    def meets(event: str, effect: Callable[[], object]) -> list[str]:
        def verify(record: referee.Record) -> referee.Verdict:
            asked.append(record.tags["Event"])
            if asked[-1] == event:
                effect()
            return real(record)

        monkeypatch.setattr(referee, "verify", verify)
        return asked

    return meets


class Killed(BaseException):
    """What a worker that is killed does from here on: nothing."""


def killed(monkeypatch: pytest.MonkeyPatch, ids: Sequence[uuid.UUID], *, redelivered: bool = True) -> None:
    """A worker judges these until it is killed: nothing that it would do afterwards is done."""
    with monkeypatch.context() as dying:
        dying.setattr(Claims, "__exit__", lambda *_: None)
        store = run._store_all
        dying.setattr(run, "_store_all", lambda some: None if isinstance(sys.exc_info()[1], Killed) else store(some))
        with pytest.raises(Killed):
            matches.judge_all(ids, redelivered=redelivered)


def raises(error: BaseException) -> Callable[[], NoReturn]:
    def effect() -> NoReturn:
        raise error

    return effect


def states(waiting: Sequence[Match]) -> list[tuple[str, int]]:
    stored = Match.objects.in_bulk([match.pk for match in waiting])
    return [(stored[match.pk].state, stored[match.pk].attempts) for match in waiting]


def test_matches_of_a_task_are_stored_as_if_judged_one_by_one(waiting: list[Match]) -> None:
    matches.judge_all([match.pk for match in waiting])
    assert states(waiting) == [("judged", 1)] * 6
    for match in Match.objects.select_related("current_judgement"):
        verdict = referee.verify(replay.record_of(match))
        assert match.current_judgement is not None
        assert match.current_judgement.match_id == match.pk
        assert match.current_judgement.verdict == verdict.as_dict()
        assert match.current_judgement.findings.count() == len(verdict.all_findings())
    assert Judgement.objects.count() == sum(LatencyBucket.objects.values_list("count", flat=True)) == 6


def test_judging_more_matches_takes_no_more_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict_latency, "BOUNDS", (1e9,))  # however slow the machine is, all count alike
    counts = []
    for count in (9, 10, 60):  # the first finds nothing worked out and nothing counted
        waiting = matches.upload(many(count, f"of {count}").encode(), media_type=PPN).matches
        with CaptureQueriesContext(connection) as queries:
            matches.judge_all([match.pk for match in waiting])
        counts.append(len(queries))
    assert counts[1] == counts[2]


def test_verdicts_are_stored_before_the_task_ends(waiting: list[Match], engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "GATHER", 0)
    stored: list[int] = []
    engine(EVENTS[3], lambda: stored.append(Judgement.objects.count()))
    matches.judge_all([match.pk for match in waiting])
    assert stored == [3]


def test_long_record_is_read_when_it_is_judged(waiting: list[Match]) -> None:
    text = named("long").rstrip() + " {" + "a long story " * claims.SHORT + "}\n"
    [long] = matches.upload(text.encode(), media_type=PPN).matches
    with Claims([long.pk, *(match.pk for match in waiting)], redelivered=False) as portions:
        portion = next(portions)
        assert [match.pk for match in portion if match.short_source is None] == [long.pk]
        first = portion.popleft()
        assert claims.read_whole(first)
        assert bytes(first.source) == bytes(Match.objects.get(pk=long.pk).source)


def test_matches_of_a_lost_worker_are_judged_by_the_next(
    waiting: list[Match], engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [match.pk for match in waiting]
    engine(EVENTS[4], raises(Killed()))
    killed(monkeypatch, ids, redelivered=False)
    assert states(waiting) == [("judging", 1)] * 6
    engine("none", lambda: None)
    matches.judge_all(ids)
    assert Judgement.objects.count() == 0, "another worker has them, for all that anybody knows"
    matches.judge_all(ids, redelivered=True)
    assert states(waiting) == [("judged", 2)] * 6


def test_record_that_killed_a_worker_is_judged_by_itself(
    waiting: list[Match], enqueued: list[uuid.UUID], engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [match.pk for match in waiting]
    engine(EVENTS[1], raises(Killed()))
    killed(monkeypatch, ids, redelivered=False)
    for _ in range(ATTEMPTS):
        matches.sweep(0, lost_after=-1)
        killed(monkeypatch, ids, redelivered=False)
    matches.sweep(0, lost_after=-1)
    matches.judge_all(ids)
    assert states(waiting) == [("judged", 2), ("failed", 1 + ATTEMPTS), *[("judged", 2)] * 4]


def test_record_out_of_time_fails_alone(waiting: list[Match], enqueued: list[uuid.UUID], engine: Any) -> None:
    ids = [match.pk for match in waiting]
    engine(EVENTS[2], raises(SoftTimeLimitExceeded()))
    with pytest.raises(SoftTimeLimitExceeded):
        matches.judge_all(ids)
    assert states(waiting) == [("judged", 1), ("judged", 1), ("failed", 1), *[("pending", 0)] * 3]
    assert enqueued == ids[3:], "as if they had never been claimed"


def test_match_claimed_by_another_worker_meanwhile_is_not_given_back(
    waiting: list[Match], enqueued: list[uuid.UUID], engine: Any
) -> None:
    ids = [match.pk for match in waiting]

    def late() -> NoReturn:
        """Taken for dead; another worker is at the last match."""
        matches.sweep(0, lost_after=-1)
        assert claims.claim(ids[5], redelivered=False)
        raise SoftTimeLimitExceeded

    engine(EVENTS[0], late)
    with pytest.raises(SoftTimeLimitExceeded):
        matches.judge_all(ids)
    assert states(waiting)[5] == ("judging", 2)


def test_verdict_that_cannot_be_stored_leaves_the_others_stored(
    waiting: list[Match], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = verdict_store._judgement

    def fault(judged: verdict_store.JudgedMatch, rules: str) -> Judgement:
        row = real(judged, rules)
        if judged.match.pk == waiting[3].pk:
            row.status = None  # type: ignore[assignment]
        return row

    monkeypatch.setattr(verdict_store, "_judgement", fault)
    matches.judge_all([match.pk for match in waiting])
    assert states(waiting) == [*[("judged", 1)] * 3, ("judging", 1), *[("judged", 1)] * 2]
    assert Judgement.objects.count() == 5
    assert str(waiting[3].pk) in caplog.text


def test_matches_claimed_when_the_database_breaks_wait_for_the_sweeper(
    waiting: list[Match], enqueued: list[uuid.UUID], engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict_store, "_judgement", lambda *_: raises(OperationalError("gone"))())
    with pytest.raises(OperationalError):
        matches.judge_all([match.pk for match in waiting])
    monkeypatch.undo()
    assert states(waiting) == [("judging", 1)] * 6
    assert matches.sweep(0, lost_after=-1) == 6
    matches.judge_all([match.pk for match in waiting])
    assert states(waiting) == [("judged", 2)] * 6


@pytest.fixture
def batch(waiting: list[Match]) -> list[Match]:
    """The same six, as if they had come in a batch."""
    Match.objects.update(bulk=True)
    return waiting


@pytest.fixture
def urgent() -> list[Match]:
    """Three that were uploaded by hand, one after another."""
    return [matches.upload(named(f"by hand {n}").encode(), media_type=PPN).matches[0] for n in range(3)]


def test_delayed_task_claims_other_waiting_matches(urgent: list[Match], engine: Any) -> None:
    asked = engine("none", lambda: None)
    matches.judge_all([urgent[1].pk])
    assert asked == ["by hand 0", "by hand 2", "by hand 1"], "oldest first, and its own at the end"
    assert states(urgent) == [("judged", 1)] * 3


def test_task_whose_matches_were_judged_by_another_does_nothing(urgent: list[Match], django_assert_num_queries: Any) -> None:
    matches.judge_all([urgent[0].pk])
    with django_assert_num_queries(1):
        matches.judge_all([urgent[1].pk])
    assert states(urgent) == [("judged", 1)] * 3


def test_match_uploaded_by_hand_is_judged_before_a_batch(
    batch: list[Match], engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "GATHER", 0)

    def upload() -> None:
        matches.upload((named("by hand 0") + named("by hand 1")).encode(), media_type=PPN)

    asked = engine(EVENTS[1], upload)
    matches.judge_all([match.pk for match in batch])
    assert asked == [*EVENTS[:2], "by hand 0", "by hand 1", *EVENTS[2:]]


def test_batch_is_judged_although_uploads_by_hand_keep_coming(batch: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "GATHER", 0)
    real, asked = referee.verify, []

    def verify(record: referee.Record) -> referee.Verdict:
        asked.append(record.tags["Event"])
        matches.upload(named(f"while {len(asked)}").encode(), media_type=PPN)
        return real(record)

    monkeypatch.setattr(referee, "verify", verify)
    matches.judge_all([match.pk for match in batch])
    assert [event for event in asked if event in EVENTS] == EVENTS
    assert len(asked) == 6 + 1 + 2 + 3 + 4 + 5, "one of its own, then what had come meanwhile"


def test_task_claims_no_batch_matches_of_other_tasks(batch: list[Match], urgent: list[Match]) -> None:
    matches.judge_all([urgent[0].pk])
    assert states(urgent) == [("judged", 1)] * 3
    assert states(batch) == [("pending", 0)] * 6


def test_only_the_first_matches_of_a_long_file_are_urgent() -> None:
    long = matches.upload(many(25, "long").encode(), media_type=PPN).matches
    matches.judge_all([long[24].pk])
    assert [state for state, _ in states(long)] == ["judged"] * 20 + ["pending"] * 4 + ["judged"]


def test_match_judged_again_by_hand_is_urgent(batch: list[Match], urgent: list[Match]) -> None:
    matches.judge(batch[0].pk)
    matches.rejudge(None, batch[0])
    matches.judge_all([urgent[0].pk])
    assert states(batch) == [("judged", 1), *[("pending", 0)] * 5]


def test_urgent_match_claimed_by_a_lost_worker_is_judged_with_its_redelivered_task(
    urgent: list[Match], engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine("by hand 2", raises(Killed()))
    killed(monkeypatch, [urgent[1].pk], redelivered=False)
    assert states(urgent) == [("judging", 1)] * 3
    engine("none", lambda: None)
    matches.judge_all([urgent[0].pk])
    assert states(urgent) == [("judging", 1)] * 3, "the task of one that was taken along knows of no lost worker"
    matches.judge_all([urgent[1].pk], redelivered=True)
    assert states(urgent) == [("judged", 2)] * 3


def test_urgent_poison_match_does_not_delay_the_others(urgent: list[Match], engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    engine("by hand 0", raises(Killed()))
    killed(monkeypatch, [urgent[1].pk], redelivered=False)
    killed(monkeypatch, [urgent[1].pk])
    matches.judge_all([urgent[1].pk], redelivered=True)
    assert states(urgent) == [("judging", 2), ("judged", 2), ("judged", 2)]
    for _ in range(ATTEMPTS - 1):
        matches.sweep(0, lost_after=-1)
        killed(monkeypatch, [urgent[0].pk], redelivered=False)
    matches.sweep(0, lost_after=-1)
    assert states(urgent)[0] == ("failed", 1 + ATTEMPTS)


def test_match_that_is_deleted_or_whose_claim_is_lost_leaves_the_others_judged(waiting: list[Match], engine: Any) -> None:
    """A claim is lost where its machine loses power before it is on the disk."""

    def meanwhile() -> None:
        Match.objects.filter(pk=waiting[3].pk).delete()
        Match.objects.update(state="pending", attempts=0)

    engine(EVENTS[0], meanwhile)
    matches.judge_all([match.pk for match in waiting])
    assert set(Match.objects.values_list("state", flat=True)) == {"judged"}
    assert Judgement.objects.count() == 5
