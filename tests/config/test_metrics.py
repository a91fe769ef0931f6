"""The figures, asked of several web processes while several workers judge: whoever is asked, they are the same and complete."""

from __future__ import annotations

import os
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from records.archive import matches
from records.archive.matches import metrics
from records.core.ops import health
from tests.files import PPN, copies
from tests.proof import slow
from tests.service.service import Service, wait_for

TOKEN = "a token for prometheus"
JUDGED = 30
ASKED = 20
PAGE = {"method": "GET", "route": "api/v1/games", "status": "200"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with three web processes; no worker."""
    service = Service(tmp_path_factory.mktemp("metrics"))
    service.environment["METRICS_TOKEN"] = TOKEN
    try:
        service.prepare()
        service.web("--workers", "3")
        yield service
    finally:
        service.close()


def scrape(service: Service, token: str = TOKEN) -> tuple[int, str]:
    request = urllib.request.Request(f"http://127.0.0.1:{service.port}/metrics", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=600) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


def figures(service: Service) -> dict[tuple[str, frozenset[Any]], float]:
    """Every sample by its name and labels, once nothing of them was left out since a slow machine took too long over it."""
    ups = ("referee_database_up 1.0", "referee_broker_up 1.0")
    text = wait_for(lambda: (told := scrape(service))[0] == 200 and all(up in told[1] for up in ups) and told[1], "all figures")
    families = list(text_string_to_metric_families(text))
    assert len({family.name for family in families}) == len(families)
    return {(sample.name, frozenset(sample.labels.items())): sample.value for family in families for sample in family.samples}


def figure(service: Service, name: str, **labels: str) -> float:
    return figures(service)[f"referee_{name}", frozenset(labels.items())]


@slow
def test_backlog_is_counted_while_pending_and_once_when_judged(service: Service) -> None:
    """Matches wait, are judged by a task that comes several times, and one is judged again."""
    service.upload(copies(JUDGED, "measured"))
    before = figures(service)
    assert before["referee_queue_messages", frozenset({("queue", service.queue)})] == 1
    assert before["referee_matches", frozenset({("state", "pending")})] == JUDGED
    assert before["referee_oldest_pending_seconds", frozenset()] > 0
    assert before["referee_judged_total", frozenset()] == 0
    wait_for(lambda: figure(service, "oldest_pending_seconds") > 0.3, "the oldest match to grow older")

    ids = [row[0] for row in service.rows("id")]
    service.shell(f"from records.tasks import judge_matches\nfor _ in range(3): judge_matches.delay({ids!r})")
    assert figure(service, "queue_messages", queue=service.queue) == 4
    service.worker(concurrency=2)
    wait_for(lambda: figure(service, "matches", state="judged") == JUDGED, "the judgements")
    wait_for(lambda: figure(service, "queue_messages", queue=service.queue) == 0, "an empty queue")
    after = figures(service)
    assert after["referee_judged_total", frozenset()] == JUDGED
    assert after["referee_oldest_pending_seconds", frozenset()] == 0
    assert after["referee_verdict_latency_seconds_count", frozenset()] == JUDGED
    assert after["referee_verdict_latency_seconds_bucket", frozenset({("le", "0.25")})] == 0  # the backlog waited longer
    assert after["referee_verdict_latency_seconds_sum", frozenset()] > 0.3 * JUDGED

    service.request("POST", f"matches/{UUID(ids[0])}/rejudge")
    wait_for(lambda: figure(service, "judged_total") == JUDGED + 1, "the match that is judged again")
    wait_for(lambda: figure(service, "matches", state="judged") == JUDGED, "its state")


@slow
def test_request_counts_are_summed_over_web_processes_that_have_ended_too(service: Service) -> None:
    before = figure(service, "http_request_duration_seconds_count", **PAGE) if service.request("GET", "games") else 0
    for number in range(ASKED):
        assert service.request("GET", "games")[0] == 200
        assert service.request("GET", f"nothing/{number}")[0] == 404
    assert {figure(service, "http_request_duration_seconds_count", **PAGE) for _ in range(6)} == {before + ASKED}
    routes = {dict(labels)["route"] for name, labels in figures(service) if name.endswith("duration_seconds_count")}
    assert not [route for route in routes if "nothing" in route], "unknown addresses add no labels"
    web = next(process for process in service.processes if "gunicorn" in str(process.args))
    processes = Path(f"/proc/{web.pid}/task/{web.pid}/children").read_text().split()
    for process in processes:
        os.kill(int(process), signal.SIGTERM)
    wait_for(lambda: not any(Path(f"/proc/{process}").exists() for process in processes), "new web processes")
    assert service.request("GET", "games")[0] == 200
    counted = before + ASKED + 1
    wait_for(lambda: figure(service, "http_request_duration_seconds_count", **PAGE) == counted, "what the ended ones counted")


@slow
def test_metrics_without_the_token_are_refused(service: Service) -> None:
    assert scrape(service)[0] == 200
    status, text = scrape(service, "another")
    assert (status, "referee_" in text, '"not-authenticated"' in text) == (401, False, True)


def test_metrics_without_a_token_in_the_settings_are_not_found(client: Any, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_metrics_of_an_unreachable_broker_are_left_out(client: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> dict[str, int]:
        raise OSError("away")

    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(health, "queue_depths", away)
    monkeypatch.setattr(health, "PATIENCE", 60.0)
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    assert "referee_broker_up 0.0" in text
    assert "referee_database_up 1.0" in text
    assert "referee_matches{" in text
    assert "referee_queue_messages" not in text


@pytest.mark.django_db
def test_judgements_of_the_last_minute_are_told_by_the_second() -> None:
    for match in matches.upload(copies(3, "judged"), media_type=PPN).matches:
        matches.judge(match.pk)
    found = [
        [
            metric.samples[0].value
            for metric in metrics.figures(timezone.now() + timedelta(seconds=later))
            if "per_second" in metric.name
        ]
        for later in (0, 61)
    ]
    assert found == [[3 / 60], [0]]
