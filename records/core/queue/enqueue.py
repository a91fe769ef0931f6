"""Sending tasks to the workers once a transaction is committed. A task that the broker loses is enqueued again by the sweeper."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)

CHUNK = 100
"""How many matches one task carries."""

PAUSE_FACTOR = 2
"""A broker that let a process wait in vain is sent nothing for this many times as long, so that one that hangs costs no more."""

_broker_paused_until = 0.0
_webhooks_to_enqueue: ContextVar[set[str] | None] = ContextVar("webhooks_to_enqueue", default=None)


def enqueue_matches(ids: Sequence[uuid.UUID | str]) -> None:
    """Send the tasks that judge these matches, once the present transaction is committed."""
    chunks = [[str(id_) for id_ in ids[start : start + CHUNK]] for start in range(0, len(ids), CHUNK)]
    _send_on_commit("judge_matches", chunks)


def enqueue_job(job_id: uuid.UUID) -> None:
    """Send the task that continues a job, once the present transaction is committed."""
    _send_on_commit("run_job", [str(job_id)])


def enqueue_mail(mail: dict[str, Any]) -> None:
    """Send the task that sends a mail, once the present transaction is committed. One that the broker does not take is lost."""
    _send_on_commit("send_mail", [mail])


def enqueue_webhooks(ids: Iterable[uuid.UUID]) -> None:
    """Send the task that delivers the messages of each of these webhooks, once the present transaction is committed."""
    texts = {str(id_) for id_ in ids}
    transaction.on_commit(lambda: _send_or_collect(texts))


@contextmanager
def one_task_per_webhook() -> Iterator[None]:
    """Collect the webhooks of all transactions inside; when the block ends, each is sent one task."""
    webhooks: set[str] = set()
    token = _webhooks_to_enqueue.set(webhooks)
    try:
        yield
    finally:
        _webhooks_to_enqueue.reset(token)
        _send_or_collect(webhooks)


def _send_or_collect(webhooks: set[str]) -> None:
    collected = _webhooks_to_enqueue.get()
    if collected is None:
        send_tasks("deliver_webhook", sorted(webhooks))
    else:
        collected |= webhooks


def _send_on_commit(task: str, arguments: list[Any]) -> None:
    transaction.on_commit(lambda: send_tasks(task, arguments))


def send_tasks(task: str, arguments: Sequence[Any]) -> None:
    """Send a task for each argument at once; what the broker does not take is in the database and waits for the sweeper."""
    global _broker_paused_until
    for sent, argument in enumerate(arguments):
        started = time.monotonic()
        try:
            if started < _broker_paused_until:
                raise ConnectionError("it has just let this process wait")
            current_app.send_task(f"records.{task}", (argument,))
        except Exception as error:  # noqa: BLE001 - whatever the broker's client raises
            now = time.monotonic()
            _broker_paused_until = max(_broker_paused_until, now + PAUSE_FACTOR * (now - started))
            log.warning("the broker cannot be reached (%s); %d tasks %s wait for the sweeper", error, len(arguments) - sent, task)
            return
