"""Workers to which some records are poison: ``celery -A tests.faults.poisoned worker`` is the service's own, but an engine that
reads one of these events does what no engine should, and who comes to a step that POISONED names dies. The product knows nothing
of it."""

from __future__ import annotations

import importlib
import os
import resource
import signal
import time
from pathlib import Path
from typing import Any, NoReturn

from celery.signals import worker_process_init

import referee
from config.celery import app

__all__ = ["DEATHS", "EVENTS", "app"]

DEATHS = "deaths"
"""The file in REFEREE_VAR that names, line by line, the steps that workers died in."""

MEMORY = 32 * 2**20
"""Bytes until there are no more: few, so that a slow machine comes there long before a time limit."""
SOFT, HARD = 6.0, 8.0
"""Seconds that a task has here: a few minutes in service."""


def dies() -> NoReturn:
    """As after the kernel's out-of-memory killer or a fault in a C library."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still alive")


def hangs() -> NoReturn:
    """In Python code: the soft time limit gets through to it."""
    while True:
        time.sleep(0.01)


def hangs_deaf() -> NoReturn:
    """In code that no signal reaches: only the hard time limit ends it, with the process."""
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    hangs()


def eats_memory() -> NoReturn:
    """Until the operating system gives no more."""
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, before[1]))
    try:
        eaten = []
        while True:
            eaten.append(bytearray(2**20))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


EVENTS = {"poison: dies": dies, "poison: hangs": hangs, "poison: hangs, deaf": hangs_deaf, "poison: eats memory": eats_memory}
_verify = referee.verify


def _poisoned(record: referee.Record | referee.NotationError) -> referee.Verdict:
    if isinstance(record, referee.Record) and (effect := EVENTS.get(record.tags.get("Event", ""))):
        effect()
    return _verify(record)


referee.verify = _poisoned


@worker_process_init.connect
def _poison_steps(**kwargs: Any) -> None:
    for step in os.environ.get("POISONED", "").split():
        module, name = step.rsplit(".", 1)
        setattr(importlib.import_module(module), name, _deadly(name))


def _deadly(name: str) -> Any:
    def step(*given: Any) -> NoReturn:
        with (Path(os.environ["REFEREE_VAR"]) / DEATHS).open("a") as file:
            file.write(f"{name}\n")
        dies()

    return step


# The limits of the command line hold only for tasks that the settings set none for.
app.conf.task_soft_time_limit, app.conf.task_time_limit = SOFT, HARD
