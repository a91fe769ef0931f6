"""A message or the connections to the database may be lost at any moment: every match is judged afterwards, once."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.files import copies
from tests.proof import slow
from tests.service.service import Service, wait_for


def states(service: Service) -> Counter[str]:
    return Counter(row[0] for row in service.rows("state"))


def all_judged(service: Service) -> None:
    """Wait until every match is judged; each was once."""
    wait_for(lambda: set(states(service)) == {"judged"}, "every match to be judged")
    assert service.ask("SELECT match_id FROM archive_judgement GROUP BY match_id HAVING count(*) > 1") == []


@slow
def test_lost_message_is_sent_again_by_the_sweeper_and_one_sent_often_judges_once(empty_service: Service) -> None:
    ids = [match["id"] for match in empty_service.upload(copies(20, "lost"))]
    empty_service.shell("from config.celery import app; app.control.purge()")
    assert empty_service.depth(empty_service.queue) == 0
    assert "20" in empty_service.manage("sweep", "--older-than", "0")
    empty_service.shell(f"from records.tasks import judge_matches\nfor _ in range(5): judge_matches.delay({ids!r})")
    empty_service.worker(concurrency=2)
    all_judged(empty_service)
    wait_for(lambda: empty_service.depth(empty_service.queue) == 0, "the last message")
    assert set(empty_service.rows("attempts")) == {("1",)}


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
