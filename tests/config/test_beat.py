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
from django.utils.module_loading import import_string


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By how much this machine's clock is ahead."""
    ahead = [0]
    monkeypatch.setattr(Celery, "now", lambda self: timezone.now() + timedelta(hours=ahead[0]))
    return ahead


@pytest.fixture
def scheduler(tmp_path: Path, hours: list[int], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Calls the sweeper every minute; ``sent`` are the names of the tasks that were sent."""
    app = Celery(broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": 60}}
    own = import_string(settings.CELERY_BEAT_SCHEDULER.replace(":", "."))
    scheduler = own(app=app, schedule_filename=str(tmp_path / "schedule"))
    scheduler.sent = []
    monkeypatch.setattr(own, "send_task", lambda self, name, *_, **__: self.sent.append(name))
    yield scheduler
    scheduler.close()


def pass_by(scheduler: Any, hours: list[int], by: int) -> None:
    """An hour of the clock, or many; then all that is due is sent."""
    hours[0] += by
    for _ in range(5):
        scheduler.tick()


def test_task_that_ran_by_a_clock_that_was_ahead_is_sent_within_an_interval(scheduler: Any, hours: list[int]) -> None:
    pass_by(scheduler, hours, 0)
    pass_by(scheduler, hours, 24)
    pass_by(scheduler, hours, 0)
    assert scheduler.sent == ["sweep"], "once an interval"
    hours[0] -= 24
    assert scheduler.tick() <= 60
    pass_by(scheduler, hours, 1)
    assert scheduler.sent == ["sweep", "sweep"]


@pytest.mark.parametrize("call", range(0, 12, 3))
def test_clock_set_back_amid_a_tick_keeps_the_sweeper_waiting_for_seconds_only(
    scheduler: Any, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    calls = iter(range(1000))
    monkeypatch.setattr(Celery, "now", lambda self: timezone.now() + timedelta(hours=24 if next(calls) < call else 0))
    assert max(scheduler.tick() for _ in range(5)) <= 5
