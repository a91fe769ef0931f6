"""The current request, user and task, for every line of the log and of the audit log; tasks carry the request id along."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

HEADER = "request_id"
"""The header under which a task carries the id of the request that enqueued it."""
SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}", re.ASCII)

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_actor: ContextVar[Callable[[], Any]] = ContextVar("actor", default=lambda: None)
_task: ContextVar[dict[str, str]] = ContextVar("task", default={})  # noqa: B039 - never changed, only replaced


def request_id() -> str:
    """The id of the request, also inside a task that it enqueued; empty outside of both."""
    return _request_id.get()


def actor() -> Any:
    """Whose request it is; None for nobody, and outside of requests."""
    return _actor.get()()


def task() -> dict[str, str]:
    """``task`` and ``task_id`` inside a worker's task."""
    return _task.get()


def sane(given: object) -> str:
    """The id that was given, where it is one that a log may hold; else a new one."""
    return given if isinstance(given, str) and SANE.fullmatch(given) else uuid.uuid4().hex


@contextmanager
def request(given: str | None, whose: Callable[[], Any]) -> Iterator[str]:
    """Everything inside belongs to this request; its id."""
    id_ = sane(given)
    was, had = _request_id.set(id_), _actor.set(whose)
    try:
        yield id_
    finally:
        _actor.reset(had)
        _request_id.reset(was)


def task_starts(name: str, task_id: str, given: object) -> None:
    """What this worker's process does from now on belongs to this task."""
    _request_id.set(sane(given))
    _task.set({"task": name, "task_id": task_id})


def task_ends() -> None:
    """And no longer."""
    _request_id.set("")
    _task.set({})
