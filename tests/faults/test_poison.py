"""A record or a job that kills its worker, or holds it for ever, costs itself and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from records.core.queue.jobs import ATTEMPTS
from tests.faults.poisoned import DEATHS
from tests.files import PPN, named
from tests.proof import slow
from tests.service.service import Service, wait_for

AROUND = 5
"""Harmless matches before and after each poison, in the same task."""
ERRORS = {
    "poison: dies": "3 attempts",
    "poison: hangs": "SoftTimeLimitExceeded",
    "poison: hangs, deaf": "3 attempts",
    "poison: eats memory": "MemoryError",
}


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("poison"))
    service.environment |= service.having(LOST_AFTER=8, SWEEP_AFTER=1, SLICE=0.3)
    try:
        service.prepare()
        service.web()
        service.beat()
        yield service
    finally:
        service.close()


@slow
def test_records_that_kill_or_hang_workers_fail_alone(service: Service) -> None:
    texts = []
    for event in ERRORS:
        texts += [named(f"before {event} {number}") for number in range(AROUND)]
        texts.append(named(event))
    texts += [named(f"after {number}") for number in range(AROUND)]
    service.upload("".join(texts).encode())
    service.start("celery", "--quiet", "-A", "tests.faults.poisoned", "worker", "-c", "2", "--without-mingle", "--without-gossip")
    left = "SELECT 1 FROM archive_match WHERE state NOT IN ('judged', 'failed')"
    wait_for(lambda: not service.ask(left), "every match to be judged or given up")
    ended = service.ask("SELECT event, state, error, current_judgement_id IS NULL FROM archive_match ORDER BY ordinal")
    failed = {event: error for event, state, error, _ in ended if state == "failed"}
    assert set(failed) == set(ERRORS)
    for event, error in failed.items():
        assert ERRORS[event] in error
    assert [unjudged for _, state, _, unjudged in ended if state == "judged"] == [False] * AROUND * (len(ERRORS) + 1)
    [again] = service.upload(named("the queue goes on").encode())
    assert service.verdict(again)["status"] == "clean"


STEPS = {
    "batch": "records.archive.batches.ingestion.store_chunk",
    "rejudging": "records.archive.rejudging.run.judge_again",
    "publishing": "records.tournament.publications.publishing.check_next_piece",
}
"""Of each kind of job the step that all of its workers die in."""


def posted(service: Service, path: str, said: dict[str, Any]) -> Any:
    status, answer = service.request("POST", path, json.dumps(said).encode(), "application/json")
    assert status in (201, 202), (path, status, answer)
    return answer


@slow
def test_job_that_kills_its_worker_every_time_is_given_up(service: Service) -> None:
    posted(service, "clubs", {"name": "Tea House", "slug": "tea"})
    status, accepted = service.request("POST", "clubs/tea/matches", named("league").encode(), PPN)
    assert status == 202
    worker = service.worker()
    service.verdict(accepted["matches"][0])
    event = posted(service, "clubs/tea/events", {"name": "league"})["id"]
    service.kill(worker)
    status, batch = service.request("POST", "clubs/tea/batches", named("in a batch").encode(), PPN)
    assert status == 202
    posted(service, "clubs/tea/rejudgings", {})
    posted(service, f"events/{event}/publications", {})
    command = ("celery", "--quiet", "-A", "tests.faults.poisoned", "worker", "-c", "2", "--without-mingle", "--without-gossip")
    service.start(*command, POISONED=" ".join(STEPS.values()))
    left = "SELECT 1 FROM core_job WHERE state IN ('pending', 'running')"
    wait_for(lambda: not service.ask(left), "every job to be given up")
    states = dict(service.ask("SELECT kind, state FROM core_job"))
    assert states == {"batch": "failed", "rejudging": "done", "publishing": "failed"}
    [(counts,)] = service.ask("SELECT counts FROM core_job WHERE kind = 'rejudging'")
    assert json.loads(counts)["failed"] == 1
    deaths = Counter((service.var / DEATHS).read_text().split())
    assert deaths == {step.rsplit(".", 1)[1]: ATTEMPTS for step in STEPS.values()}
    [again] = service.upload(named("the queue goes on").encode())
    assert service.verdict(again)["status"] == "clean"
