"""Processes that are measured before all else that the machine does: real-time scheduling, for root."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.kills import children


def threads(pid: int) -> Iterator[int]:
    """The thread ids of a process and of its children."""
    yield from (int(task.name) for task in Path(f"/proc/{pid}/task").iterdir())
    for child in children(pid):
        yield from threads(child)


@contextmanager
def ahead(pids: Iterable[int], wanted: bool) -> Iterator[None]:
    """Where wanted, give these processes and this one a higher priority than all others on the machine."""

    def put(policy: int, priority: int) -> None:
        for thread in [thread for pid in [os.getpid(), *pids] for thread in threads(pid)]:
            with suppress(ProcessLookupError):
                os.sched_setscheduler(thread, policy, os.sched_param(priority))

    try:
        if wanted:
            put(os.SCHED_RR, 1)
        yield
    finally:
        if wanted:
            put(os.SCHED_OTHER, 0)
