"""Celery's beat on a machine whose clock is set back: it calls the sweeper on, and does not wait for a time that was none."""

from __future__ import annotations

from typing import Any

from celery import beat


class Scheduler(beat.PersistentScheduler):
    """Celery's own, which else would wait a day where its clock was ahead by a day for a moment."""

    max_interval = 5  # seconds; set back amid a tick, the clock says that the next task is due in a day: it looks again soon

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send a task that is due; the seconds until the next one."""
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at and entry.last_run_at > entry.default_now()]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self.populate_heap()  # it is in the order of times by the clock as it was
        return super().tick(*args, **kwargs)
