"""Kinds of jobs: what an app says of the work that it has done in steps."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, NamedTuple

from django.utils.functional import Promise

from records.core.people import Actor
from records.core.queue.models import Job


class Progress(NamedTuple):
    """How far a job has come. ``finished``: nothing more happens by itself. ``counts`` are figures by their names."""

    percent: int
    finished: bool
    counts: Mapping[str, int]


class Addresses(NamedTuple):
    """The page of a job, and the address in the API of what it is for or what came of it."""

    page: str
    url: str | None = None


def counted(job: Job) -> Progress:
    """The progress of a job that counts what is ``done`` of a ``total``."""
    total, done = job.counts.get("total", 0), job.counts.get("done", 0)
    percent = 100 if job.state == Job.State.DONE else min(99, 100 * done // total) if total else 0
    return Progress(percent, job.finished, job.counts)


def _no(*_given: Any) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of job. Its module registers it, and is imported by its app (``apps.py``)."""

    name: str
    label: str | Promise
    """The name of the work, for people."""
    steps: Callable[[Any], Generator[bool, None, None]]
    """Do the work: store a step with ``jobs.advance``, then yield whether other work comes first. The job is done at the end.

    A generator, so that what was opened for one step is there for the next. Raises Refusal where the job fails.
    """
    sees: Callable[[Actor, Any], bool]
    """Whether an actor may see the job."""
    addresses: Callable[[Any], Addresses]
    model: type[Job] = Job
    """The model of the job, where the kind has facts of its own."""
    progress: Callable[[Any], Progress] = counted
    labels: Mapping[str, str | Promise] = field(default_factory=dict)
    """The counts that people are shown, by their names."""
    may_change: Callable[[Actor, Any], bool] = _no
    """Whether an actor may cancel and resume the job."""
    skip: Callable[[Any], bool] = _no
    """Pass over what workers were lost over, and store that as a step; False where the whole job is to be given up."""
    failed: Callable[[Any], object] | None = None
    """Called in the transaction that marks the job as failed."""
    cancel: Callable[[Actor, Any], bool] | None = None
    """Called in the transaction that cancels the job. Returns False if nothing is left to cancel."""
    resume: Callable[[Actor, Any], object] | None = None
    """Called in the transaction that resumes the failed job."""
    kept: timedelta | None = None
    """How long the row is kept after the job has ended; None: for ever."""


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> Kind:
    """Register a kind of job."""
    _kinds[kind.name] = kind
    return kind


def registered() -> list[Kind]:
    """All kinds of jobs."""
    return list(_kinds.values())


def kind_of(job: Job) -> Kind:
    """The kind of a job."""
    return _kinds[job.kind]
