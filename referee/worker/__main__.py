"""``python -m referee.worker``: judges what comes over the socket that is its standard input, job after job, until that closes.

It knows no settings, no database and no secrets, and every job has limits: what a hostile text makes of this process, nobody else
suffers from.
"""

from __future__ import annotations

import json
import math
import os
import resource
import select
import signal
import socket
import threading
import time
from pathlib import Path
from typing import Any, Final

from referee.worker import messages
from referee.worker.answering import answered, load_all
from referee.worker.jobs import JOBS

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


def main() -> None:
    """Answer jobs until the other process is gone."""
    connection = socket.socket(fileno=0)
    threading.Thread(target=_end_with_the_other, args=(connection.fileno(),), daemon=True).start()
    load_all()
    hold_for_life()
    space, held = address_space(), resident()
    while True:
        try:
            kind, data = messages.receive(connection)
        except EOFError:
            return
        assert kind == messages.JOB
        _answer(connection, json.loads(data), space, held)


def _end_with_the_other(file: int) -> None:
    """End this process as soon as the other one is gone, however that ended and whatever this one does."""
    watch = select.poll()
    watch.register(file, select.POLLRDHUP)
    watch.poll()
    os._exit(0)


def _answer(connection: socket.socket, job: dict[str, Any], space: int, held: int) -> None:
    hold_for_job(space + job["memory"], job["cpu_seconds"], job["seconds"], job["nice"])
    try:
        texts = [messages.receive(connection)[1] for _ in range(job["texts"])]
        kind, told = answered(
            JOBS, job["name"], job["options"], texts, lambda piece: messages.send(connection, messages.PIECE, piece)
        )
    except MemoryError:  # the texts alone are more than the job may have
        kind, told = messages.NO_MEMORY, {}
    except (EOFError, OSError):
        os._exit(0)
    release()
    messages.send_json(connection, kind, {**told, "held": resident() - held})


if __name__ == "__main__":
    main()
