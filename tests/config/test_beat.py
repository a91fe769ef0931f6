"""The sweeper's schedule on a machine whose clock is set: it goes on at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.conf import settings
from django.utils import timezone

from config.beat import Scheduler


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By how much this machine's clock is ahead."""
    ahead = [0]
    monkeypatch.setattr(Celery, "now", lambda self: timezone.now() + timedelta(hours=ahead[0]))
    return ahead


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the tasks that were sent."""
    names: list[str] = []
    monkeypatch.setattr(Scheduler, "send_task", lambda self, name, *_, **__: names.append(name))
    return names


@pytest.fixture
def scheduler(tmp_path: Path, hours: list[int], sent: list[str]) -> Iterator[Any]:
    """Calls the sweeper every minute."""
    app = Celery(broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": 60}}
    scheduler = Scheduler(app=app, schedule_filename=str(tmp_path / "schedule"))
    yield scheduler
    scheduler.close()


def pass_by(scheduler: Any, hours: list[int], by: int) -> None:
    """An hour of the clock, or many; then all that is due is sent."""
    hours[0] += by
    for _ in range(5):
        scheduler.tick()


def test_beat_is_the_one_that_bears_a_wrong_clock() -> None:
    assert f"{Scheduler.__module__}:{Scheduler.__name__}" == settings.CELERY_BEAT_SCHEDULER


def test_task_is_sent_once_an_interval(scheduler: Any, hours: list[int], sent: list[str]) -> None:
    pass_by(scheduler, hours, 0)
    pass_by(scheduler, hours, 1)
    pass_by(scheduler, hours, 0)
    assert sent == ["sweep"]


def test_task_that_ran_by_a_clock_that_was_ahead_is_sent_within_an_interval(
    scheduler: Any, hours: list[int], sent: list[str]
) -> None:
    pass_by(scheduler, hours, 24)
    hours[0] -= 24
    assert scheduler.tick() <= 60
    hours[0] += 1
    pass_by(scheduler, hours, 0)
    assert sent == ["sweep", "sweep"]


@pytest.mark.parametrize("call", range(12))
def test_clock_set_back_amid_a_tick_keeps_the_sweeper_waiting_for_seconds_only(
    scheduler: Any, sent: list[str], monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    calls = iter(range(1000))
    monkeypatch.setattr(Celery, "now", lambda self: timezone.now() + timedelta(hours=24 if next(calls) < call else 0))
    assert max(scheduler.tick() for _ in range(5)) <= 5
