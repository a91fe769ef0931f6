"""The current request, user and task, for log lines and audit entries. Tasks carry the id of the request that enqueued them."""

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
    """The id of the current request, or of the one that enqueued the current task; empty outside of both."""
    return _request_id.get()


def actor() -> Any:
    """The user of the current request; None for visitors and outside of requests."""
    return _actor.get()()


def task() -> dict[str, str]:
    """The name and id of the current task, as ``task`` and ``task_id``; empty outside of tasks."""
    return _task.get()


def safe_id(given: object) -> str:
    """The given id if it is safe to log, else a new one."""
    return given if isinstance(given, str) and SANE.fullmatch(given) else uuid.uuid4().hex


@contextmanager
def request(given: str | None, whose: Callable[[], Any]) -> Iterator[str]:
    """Run the block as part of a request with this id and user; yields the id."""
    id_ = safe_id(given)
    was, had = _request_id.set(id_), _actor.set(whose)
    try:
        yield id_
    finally:
        _actor.reset(had)
        _request_id.reset(was)


def task_starts(name: str, task_id: str, given: object) -> None:
    """Mark the beginning of a task in this worker process."""
    _request_id.set(safe_id(given))
    _task.set({"task": name, "task_id": task_id})


def task_ends() -> None:
    """Mark the end of the task."""
    _request_id.set("")
    _task.set({})
