"""The doorbell: tells workers that matches wait. Losing a ring loses nothing, the sweeper rings again."""

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

WAITS = 2
"""A broker that kept this process waiting in vain is left alone so many times as long: one that hangs costs no more than that."""

_rests_until = 0.0
_gathered: ContextVar[set[str] | None] = ContextVar("gathered", default=None)


def enqueue_matches(ids: Sequence[uuid.UUID | str]) -> None:
    """Send the tasks for these matches once the present transaction is committed."""
    _enqueue("judge_matches", [[str(id_) for id_ in ids[at : at + CHUNK]] for at in range(0, len(ids), CHUNK)])


def enqueue_batch(batch_id: uuid.UUID) -> None:
    """Send the task that goes on taking in a batch, once the present transaction is committed."""
    _enqueue("take_in_batch", [str(batch_id)])


def enqueue_rejudging(rejudging_id: uuid.UUID) -> None:
    """Send the task that goes on judging an archive again, once the present transaction is committed."""
    _enqueue("rejudge_archive", [str(rejudging_id)])


def enqueue_publishing(publishing_id: uuid.UUID) -> None:
    """Send the task that goes on publishing results, once the present transaction is committed."""
    _enqueue("publish_results", [str(publishing_id)])


def enqueue_webhooks(ids: Iterable[uuid.UUID]) -> None:
    """Send the task for each of these webhooks once the present transaction is committed."""
    named = {str(id_) for id_ in ids}
    transaction.on_commit(lambda: _gather(named))


@contextmanager
def once_each() -> Iterator[None]:
    """Work of many transactions: what they ring webhooks for is rung when it ends, once each."""
    gathered: set[str] = set()
    was = _gathered.set(gathered)
    try:
        yield
    finally:
        _gathered.reset(was)
        _gather(gathered)


def _gather(ids: set[str]) -> None:
    gathered = _gathered.get()
    if gathered is None:
        _send("deliver_webhook", sorted(ids))
    else:
        gathered |= ids


def _enqueue(task: str, each: list[Any]) -> None:
    transaction.on_commit(lambda: _send(task, each))


def _send(task: str, each: Sequence[Any]) -> None:
    """A task for each of these; what the broker does not take stands in the database, and waits for the sweeper."""
    global _rests_until
    for done, one in enumerate(each):
        began = time.monotonic()
        try:
            if began < _rests_until:
                raise ConnectionError("it has just kept us waiting")
            current_app.send_task(f"records.{task}", (one,))
        except Exception as error:  # noqa: BLE001 - whatever the broker's client raises
            now = time.monotonic()
            _rests_until = max(_rests_until, now + WAITS * (now - began))
            log.warning("the broker cannot be reached (%s); %d tasks %s wait for the sweeper", error, len(each) - done, task)
            return
