"""CPU seconds of whole process trees, as the system counts them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.faults.kills import children

TICK = os.sysconf("SC_CLK_TCK")


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
