"""Worker, message or broker may be lost at any moment: every match is judged afterwards, once."""

from __future__ import annotations

import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.files import copies
from tests.proof import slow
from tests.service.service import Service, wait_for

MANY = 1200


def states(service: Service) -> Counter[str]:
    return Counter(row[0] for row in service.rows("state"))


def judgements(service: Service) -> Counter[int]:
    """How many matches have so many judgements."""
    counted = "SELECT count(j.id) FROM records_match m LEFT JOIN records_judgement j ON j.match_id = m.id GROUP BY m.id"
    return Counter(row[0] for row in service.ask(counted))


def all_judged(service: Service) -> None:
    wait_for(lambda: set(states(service)) == {"judged"}, "every match to be judged", 120)
    assert set(judgements(service)) == {1}


@slow
def test_worker_killed_in_the_middle_loses_and_repeats_no_judgement(empty_service: Service) -> None:
    worker = empty_service.worker(concurrency=2)
    empty_service.upload(copies(MANY, "killed"))
    wait_for(lambda: states(empty_service)["judged"] > 20, "the first judgements")
    empty_service.kill(worker)
    left = states(empty_service)
    assert left["judged"] < MANY, "the worker was done before it was killed: give it more"
    second = empty_service.worker(concurrency=2)
    beat = empty_service.beat()
    all_judged(empty_service)
    empty_service.kill(beat)
    empty_service.kill(second)


@slow
def test_sweeper_enqueues_matches_whose_message_was_lost(empty_service: Service) -> None:
    empty_service.upload(copies(3, "lost"))
    empty_service.shell("from config.celery import app; app.control.purge()")
    worker = empty_service.worker()
    time.sleep(3)
    assert states(empty_service)["pending"] == 3
    assert "3" in empty_service.manage("sweep", "--older-than", "0")
    all_judged(empty_service)
    empty_service.kill(worker)


@slow
def test_message_delivered_many_times_judges_once(empty_service: Service) -> None:
    ids = [match["id"] for match in empty_service.upload(copies(20, "repeated"))]
    empty_service.shell(f"from records.tasks import judge_matches\nfor _ in range(5): judge_matches.delay({ids!r})")
    worker = empty_service.worker(concurrency=2)
    all_judged(empty_service)
    wait_for(lambda: empty_service.rows("attempts")[-20:] == [("1",)] * 20, "one attempt each")
    empty_service.kill(worker)


@slow
def test_upload_is_stored_while_the_broker_is_away(empty_service: Service) -> None:
    web = next(process for process in empty_service.processes if "gunicorn" in str(process.args))
    empty_service.kill(web)
    empty_service.web(BROKER_URL="amqp://guest:guest@127.0.0.1:1//")
    started = time.monotonic()
    empty_service.upload(copies(2, "away"))
    assert time.monotonic() - started < 60
    assert states(empty_service)["pending"] == 2
    empty_service.manage("sweep", "--older-than", "0")
    worker = empty_service.worker()
    all_judged(empty_service)
    empty_service.kill(worker)


@pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="SQLite has no connections to lose")
def test_lost_database_connections_cost_no_request_its_answer(empty_service: Service) -> None:
    """A restart leaves every kept connection dead; who asks next must not be told of it."""
    with ThreadPoolExecutor(4) as clients:
        for _ in range(3):
            assert set(clients.map(lambda _: empty_service.request("GET", "matches")[0], range(16))) == {200}
            empty_service.ask(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert [empty_service.request("GET", "matches")[0] for _ in range(16)] == [200] * 16
