"""The limits of a process that judges: what the kernel holds it to, for its whole life and for each job."""

from __future__ import annotations

import math
import os
import resource
import signal
import time
from pathlib import Path
from typing import Final

FILES: Final = 64
"""Files that may be open at once: what Python itself needs to load a module."""
_STATM: Final = Path("/proc/self/statm")
_FIRST_TO_END: Final = Path("/proc/self/oom_score_adj")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def hold_for_life() -> None:
    """Be the first to end where the machine runs out of memory; write no file and no core, open few files; leave Ctrl-C to the
    process that asked for this one."""
    _FIRST_TO_END.write_text("1000")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for what, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, FILES)):
        resource.setrlimit(what, (most, most))


def hold_for_job(address_space: int, cpu_seconds: int, seconds: float, nice: int) -> None:
    """Limit a job: past so many bytes of address space Python raises MemoryError; past so much CPU time, or so much time by the
    clock, the kernel ends the process (SIGXCPU, SIGALRM). ``nice``: how far it gives way to other processes, for good."""
    os.nice(nice)
    used = math.ceil(time.process_time())
    resource.setrlimit(resource.RLIMIT_AS, (address_space, resource.getrlimit(resource.RLIMIT_AS)[1]))
    resource.setrlimit(resource.RLIMIT_CPU, (used + cpu_seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    signal.setitimer(signal.ITIMER_REAL, seconds)


def release() -> None:
    """Lift the limits of a job: what this process does between two jobs is its own."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def address_space() -> int:
    """The bytes of address space that this process has."""
    return int(_STATM.read_text().split()[0]) * _PAGE


def resident() -> int:
    """The bytes of memory that this process holds."""
    return int(_STATM.read_text().split()[1]) * _PAGE
