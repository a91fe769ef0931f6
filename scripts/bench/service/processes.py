"""Processes that are measured: put before all else that the machine does, and their CPU seconds, as the system counts them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.faults.kills import children

TICK = os.sysconf("SC_CLK_TCK")


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


def cpu(pid: int) -> float:
    """CPU seconds of a process, its living children, and those that it waited for."""
    try:
        said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, said[11:15])) / TICK + sum(map(cpu, children(pid)))


class Spent:
    """CPU seconds of the service's processes, the servers and this client since this object was created."""

    def __init__(self, pids: Mapping[str, Sequence[int]]) -> None:
        self._pids = pids
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        found = {name: sum(map(cpu, pids)) for name, pids in self._pids.items()}
        return {**found, "client": time.process_time()}

    def seconds(self) -> dict[str, float]:
        """CPU seconds by role."""
        now = self._now()
        return {name: now[name] - before for name, before in self._before.items()}
