"""One child process that judges, and what it is asked over a socket."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from records.core.sandbox.errors import Busy, SandboxFault, TooCostly, Unclear
from referee.worker import messages

log = logging.getLogger(__name__)

MEBI = 1024 * 1024
HELD = 32 * MEBI
"""Bytes that a process may hold after a job above what it held when it was new; one that holds more is replaced."""
JOBS = 1_000
"""Jobs after which a process is replaced."""
GRACE = 5.0
"""Seconds beyond the limit by the clock, which a process keeps to by itself, until it is ended."""
ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT")


class Limits(NamedTuple):
    """What a job may use: bytes of memory above an idle process, seconds of CPU time, seconds by the clock; and how far it gives
    way to other processes (0: not at all)."""

    memory: int
    cpu_seconds: int
    seconds: int
    nice: int = 0


class Job(NamedTuple):
    """What a child is asked: the name of a job of ``referee.worker.jobs``, its options, the texts that it is about."""

    name: str
    options: dict[str, Any]
    texts: Sequence[bytes] = ()

    @property
    def size(self) -> int:
        """The bytes of all texts."""
        return sum(map(len, self.texts))


class Child:
    """A process that judges one job at a time. It inherits no secret and ends with this process, however that ends."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "referee.worker"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env=_environment(),
            )
        self.connection = ours
        self.jobs = 0
        self.usable = True

    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self.usable and self.process.poll() is None

    def ask(self, job: Job, limits: Limits, write: Callable[[bytes], Any]) -> dict[str, Any]:
        """Have a job done and its answer written piece by piece; returns what is said of it besides.

        Raises TooCostly at a limit, Unclear for a question that cannot be read, Busy where the process was lost,
        SandboxFault where the engine failed.
        """
        self.jobs += 1
        self.connection.settimeout(limits.seconds + GRACE)
        try:
            return self._ask(job, limits, write)
        except (EOFError, OSError) as error:
            self.close(kill=True)
            raise self._lost(job, limits) from error
        except Unclear:
            raise
        except BaseException:  # what may be left of the answer is nobody's
            self.close(kill=True)
            raise

    def _ask(self, job: Job, limits: Limits, write: Callable[[bytes], Any]) -> dict[str, Any]:
        asked = {"name": job.name, "options": job.options, "texts": len(job.texts), **limits._asdict()}
        messages.send_json(self.connection, messages.JOB, asked)
        for text in job.texts:
            messages.send(self.connection, messages.TEXT, text)
        while True:
            kind, data = messages.receive(self.connection)
            if kind != messages.PIECE:
                return self._end(job, limits, kind, data)
            write(data)

    def _end(self, job: Job, limits: Limits, kind: bytes, data: bytes) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(data)
        if kind == messages.FAULT:
            raise SandboxFault(told["traceback"])
        if kind == messages.NO_MEMORY:
            raise TooCostly("memory", limits.memory // MEBI, job.size)
        if kind == messages.REFUSED:
            raise Unclear(told["field"], told["message"])
        # A process that once gave way does so for good.
        self.usable = told["held"] <= HELD and self.jobs < JOBS and not limits.nice
        return told

    def _lost(self, job: Job, limits: Limits) -> Exception:
        """Why the process is gone, as an error."""
        ended = -(self.process.returncode or 0)
        if ended == signal.SIGXCPU:
            return TooCostly("cpu-seconds", limits.cpu_seconds, job.size)
        if ended == signal.SIGALRM:
            return TooCostly("seconds", limits.seconds, job.size)
        log.error("a process that judged was lost: it ended with %s", self.process.returncode)
        return Busy()

    def close(self, *, kill: bool = False) -> None:
        """End the process and wait for it; without ``kill`` it ends by itself, as it is not asked any more."""
        self.usable = False
        self.connection.close()
        if kill and self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def _environment() -> dict[str, str]:
    """What a child needs to find the same modules; nothing else of this process's environment, which has secrets in it."""
    kept = {name: value for name, value in os.environ.items() if name in ENVIRONMENT}
    # One arena of malloc: each thread's own would take address space that its limit counts.
    own = {"PYTHONDONTWRITEBYTECODE": "1", "MALLOC_ARENA_MAX": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return {**kept, **own}
