"""The child processes that judge for one process of the service: a few at a time, and few who wait for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Condition
from typing import Any

from django.conf import settings

from records.core.sandbox.child import MEBI, Child, Job, Limits
from records.core.sandbox.errors import Busy, TooCostly, Unclear
from referee.notation import limits as engine_limits
from referee.worker.jobs import JOBS, Refused

LONG = 128 * 1024
"""Bytes from which on a text is long: long ones never occupy every child, so that short ones are judged beside them."""
WAIT = 5.0
"""Seconds that a job waits for a child at most."""
GIVES_WAY = 5
"""How far long texts give way to everything else on the machine: what ``nice`` calls niceness."""


class Pool:
    """Child processes, started when they are first needed and replaced when they are lost or grew."""

    def __init__(self, size: int, queue: int) -> None:
        self.size, self.queue = size, queue
        self._children: list[Child] = []
        self._free = Condition()
        self._busy = {True: 0, False: 0}
        self._waiting = {True: 0, False: 0}

    def ask(self, job: Job, limits: Limits, write: Callable[[bytes], Any]) -> dict[str, Any]:
        """Have a job done by a child as ``Child.ask`` does. Raises Busy where none gets free in time, or too many wait."""
        with self._turn(job.size > LONG), self._child() as child:
            return child.ask(job, limits, write)

    def start(self) -> None:
        """Start all children now, so that nobody waits for the first ones."""
        with self._free:
            while len(self._children) < self.size:
                self._children.append(Child())

    def close(self) -> None:
        """End the children that do nothing."""
        with self._free:
            children, self._children = self._children, []
        for child in children:
            child.close()

    def forget(self) -> None:
        """Let go of the children in a process that was forked: they are those of the other one."""
        for child in self._children:
            child.connection.close()

    @contextmanager
    def _turn(self, long: bool) -> Iterator[None]:
        with self._free:
            if not self._is_free(long):
                self._wait(long)
            self._busy[long] += 1
        try:
            yield
        finally:
            with self._free:
                self._busy[long] -= 1
                self._free.notify_all()

    def _is_free(self, long: bool) -> bool:
        if sum(self._busy.values()) >= self.size:
            return False
        return not long or self._busy[True] < max(1, self.size - 1)

    def _wait(self, long: bool) -> None:
        """Wait for a turn. Of those who wait no more than half have long texts. Raises Busy."""
        if sum(self._waiting.values()) >= self.queue or long and self._waiting[long] >= self.queue // 2:
            raise Busy
        self._waiting[long] += 1
        try:
            if not self._free.wait_for(lambda: self._is_free(long), WAIT):
                raise Busy
        finally:
            self._waiting[long] -= 1

    @contextmanager
    def _child(self) -> Iterator[Child]:
        with self._free:
            child = self._children.pop() if self._children else None
        if child is None or not child.is_alive():
            if child is not None:
                child.close(kill=True)
            child = Child()
        try:
            yield child
        finally:
            if not child.is_alive():
                child.close()
                child = Child()  # whoever comes next finds it started
            with self._free:
                self._children.append(child)


class NoPool(Pool):
    """Does every job in this very process: in a browser there is no other, and it serves one person, who can end it."""

    def __init__(self) -> None:
        super().__init__(0, 0)

    def ask(self, job: Job, limits: Limits, write: Callable[[bytes], Any]) -> dict[str, Any]:
        """Do a job as a child does. Raises TooCostly, and Unclear for a question that cannot be read."""
        answer = JOBS[job.name](job.texts, job.options)
        try:
            while True:
                write(next(answer))
        except StopIteration as end:
            told: dict[str, Any] = end.value
            return told
        except Refused as refused:
            raise Unclear(refused.field, refused.message) from refused
        except MemoryError as error:
            raise TooCostly("memory", limits.memory // MEBI, job.size) from error


@cache
def pool() -> Pool:
    """The children of this process; where it has none (JUDGES is 0), it itself."""
    if not settings.JUDGES:
        return NoPool()
    made = Pool(settings.JUDGES, settings.JUDGE_QUEUE)
    os.register_at_fork(after_in_child=lambda: _forget(made))
    return made


def _forget(others: Pool) -> None:
    others.forget()
    pool.cache_clear()


def limits_of(job: Job) -> Limits:
    """What a job may use: memory by the size of its texts, the time of the settings. Long texts give way."""
    memory = min(settings.JUDGE_MEMORY * MEBI, engine_limits.JOB_FIXED + engine_limits.JOB_TIMES * job.size)
    return Limits(memory, settings.JUDGE_SECONDS, 2 * settings.JUDGE_SECONDS, GIVES_WAY if job.size > LONG else 0)
