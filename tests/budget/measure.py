"""Measures what judging a text takes: the peak of resident memory above an idle process, CPU time, the size of the answer.

A process that has loaded everything and judged a record is idle; each text is judged in a fork of it, so that nothing of one
measurement is left for the next.
"""

from __future__ import annotations

import gc
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple

import referee
from tests.budget.worst_cases import Case
from tests.golden import HOME as GOLDEN

MEBI: Final = 2**20
FIXED, TIMES = 64 * MEBI, 20
"""The budget: so many bytes, and so many times those of the text."""
_STATUS: Final = Path("/proc/self/status")
_RESET: Final = Path("/proc/self/clear_refs")


class Cost(NamedTuple):
    """What a text of so many bytes took: bytes of memory at the peak, CPU seconds, bytes of the answer, findings listed."""

    size: int
    memory: int
    seconds: float
    answer: int
    findings: int

    @property
    def share(self) -> float:
        """The part of the budget that was needed."""
        return self.memory / (FIXED + TIMES * self.size)


def answers(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The verdict on each match of a file as JSON, and the number of its findings."""
    for record in referee.parse_file(data):
        verdict = referee.verify(record)
        yield json.dumps(verdict.as_dict(), ensure_ascii=False).encode("utf-8", "replace"), len(verdict.all_findings())


def warm_up() -> None:
    """Load what judging needs, as a process has that has judged before."""
    for game in referee.games():
        for _ in answers((GOLDEN / game.id / "clean-01.ppn").read_bytes()):
            pass
    for _ in answers((GOLDEN / "sichuan" / "three-suits.ppn").read_bytes()):
        pass
    gc.collect()


def cost(data: Callable[[], bytes]) -> Cost:
    """What it costs to judge a text, measured in a fork of this process. Raises RuntimeError where that was killed."""
    ours, theirs = get_context("fork").Pipe()
    child = os.fork()
    if not child:
        _measure(theirs, data)
    theirs.close()
    try:
        return Cost(*ours.recv())
    except EOFError:
        raise RuntimeError("the process that judged it is gone") from None
    finally:
        os.waitpid(child, 0)
        ours.close()


def _measure(pipe: Connection, data: Callable[[], bytes]) -> None:
    status = 1
    try:
        idle = _memory("VmRSS")
        text = data()
        _RESET.write_text("5")  # the peak so far is forgotten: making the text is not counted
        began, answer, findings = time.process_time(), 0, 0
        for written, found in answers(text):
            answer += len(written)
            findings += found
        seconds = time.process_time() - began
        pipe.send((len(text), _memory("VmHWM") - idle, seconds, answer, findings))
        status = 0
    finally:
        os._exit(status)


def _memory(name: str) -> int:
    """A figure of this process's memory in bytes."""
    found = re.search(rf"^{name}:\s+(\d+) kB", _STATUS.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def of_case(case: Case, size: int) -> Cost:
    """What a case of this size costs. The text is written by another process, so that making it leaves nothing behind."""
    path = Path(f"/dev/shm/referee-budget-{os.getpid()}")
    try:
        writer = os.fork()
        if not writer:
            path.write_bytes(case(size).encode())
            os._exit(0)
        os.waitpid(writer, 0)
        return cost(path.read_bytes)
    finally:
        path.unlink(missing_ok=True)


def main() -> None:
    """Measure the cases that standard input names with a size, one JSON array a line, and print a cost a line."""
    from tests.budget.worst_cases import cases

    known = cases()
    warm_up()
    for line in sys.stdin:
        name, size = json.loads(line)
        print(json.dumps(of_case(known[name], size)), flush=True)


if __name__ == "__main__":
    main()
