"""What one file on the command line may cost: the limits of the service, unless the command lifts them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.notation import NotationError, limits
from referee.notation.errors import TEXTS, too_large
from referee.notation.stream import Read

STATM: Final = Path("/proc/self/statm")
"""Where Linux tells how many pages of address space a process has."""


@dataclass(slots=True)
class Spent:
    """What the answer on a file has taken so far."""

    rounds: int = 0
    answer: int = 0
    seconds: float = 0.0

    def past(self, line: int) -> NotationError | None:
        """The error of the first limit that is passed, at the line of the last match that was judged; None where none is."""
        for what, most, actual in (
            ("rounds-a-file", limits.FILE_ROUNDS, self.rounds),
            ("bytes-of-answer", limits.ANSWER_BYTES, self.answer),
            ("seconds-a-file", limits.JOB_SECONDS, int(self.seconds)),
        ):
            if actual > most:
                return too_large(line, 1, TEXTS(what), most, actual)
        return None


def within_bytes(read: Read) -> Read:
    """Read a file until it is longer than one may be. Then it raises NotationError."""
    size = 0

    def counted(most: int) -> bytes:
        nonlocal size
        data = read(most)
        size += len(data)
        if size > limits.FILE_BYTES:
            raise too_large(1, 1, TEXTS("bytes-a-file"), limits.FILE_BYTES, size)
        return data

    return counted


def out_of_memory(line: int) -> NotationError:
    """The error of a match that takes more memory than a file may."""
    return too_large(line, 1, TEXTS("memory-a-file"), limits.JOB_MEMORY, limits.JOB_MEMORY + 1)


@contextmanager
def held_memory() -> Iterator[None]:
    """Hold this process, and those that it starts, to the memory of a job, where the system can be asked to."""
    try:
        import resource

        most = int(STATM.read_text().split()[0]) * resource.getpagesize() + limits.JOB_MEMORY
    except (ImportError, OSError):  # Windows has no such limits, and not every system tells what a process has
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if before[1] == resource.RLIM_INFINITY else min(most, before[1]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def computed() -> float:
    """The seconds of CPU time of this process so far."""
    return time.process_time()
