"""Enqueueing: which task is sent for what, and what a broker that takes nothing costs."""

from __future__ import annotations

import time
from typing import Any

import pytest
from celery import current_app

from records.core.queue import enqueue

send = enqueue.send_tasks
"""The real one: tests send no tasks (tests/service_fixtures.py)."""


class Broker:
    """Takes tasks, or refuses them after a while; ``now`` is the time of both sides."""

    def __init__(self) -> None:
        self.now, self.tasks, self.asked, self.away = 1000.0, [], 0, 0.0  # type: ignore[var-annotated]

    def send_task(self, name: str, arguments: tuple[Any, ...]) -> None:
        self.asked += 1
        self.now += self.away
        if self.away:
            raise ConnectionRefusedError
        self.tasks.append((name, *arguments))


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    broker = Broker()
    monkeypatch.setattr(current_app, "send_task", broker.send_task)
    monkeypatch.setattr(time, "monotonic", lambda: broker.now)
    monkeypatch.setattr(enqueue, "_broker_paused_until", 0.0)
    return broker


def test_enqueueing_a_few_ids_sends_a_task_for_each(broker: Broker) -> None:
    send("deliver_webhook", ["a", "b"])
    assert broker.tasks == [("records.deliver_webhook", "a"), ("records.deliver_webhook", "b")]


def test_hanging_broker_is_not_asked_again_for_a_while(broker: Broker, caplog: pytest.LogCaptureFixture) -> None:
    broker.away = 10.0
    for _ in range(5):
        send("judge_matches", [["a"], ["b"]])
    assert "2 tasks judge_matches wait for the sweeper" in caplog.text
    assert (broker.asked, caplog.text.count("wait for the sweeper")) == (1, 5)
    broker.now, broker.away = broker.now + 21, 0.0
    send("judge_matches", [["a"]])
    assert broker.tasks == [("records.judge_matches", ["a"])]
