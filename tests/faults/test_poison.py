"""A record that kills its worker, or holds it for ever, costs itself and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.files import named
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
    service.environment |= {"LOST_AFTER": "4", "SWEEP_AFTER": "1", "JUDGE_SLICE": "0.3"}
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
    left = "SELECT 1 FROM records_match WHERE state NOT IN ('judged', 'failed')"
    wait_for(lambda: not service.ask(left), "every match to be judged or given up")
    ended = service.ask("SELECT event, state, error, current_judgement_id IS NULL FROM records_match ORDER BY ordinal")
    failed = {event: error for event, state, error, _ in ended if state == "failed"}
    assert set(failed) == set(ERRORS)
    for event, error in failed.items():
        assert ERRORS[event] in error
    assert [unjudged for _, state, _, unjudged in ended if state == "judged"] == [False] * AROUND * (len(ERRORS) + 1)
    [again] = service.upload(named("the queue goes on").encode())
    assert service.verdict(again)["status"] == "clean"
