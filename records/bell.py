"""The doorbell: tells workers that matches wait. Losing a ring loses nothing, the sweeper rings again."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction

log = logging.getLogger(__name__)

CHUNK = 100
"""How many matches one task carries."""

_gathered: ContextVar[set[str] | None] = ContextVar("gathered", default=None)


def ring(ids: Sequence[uuid.UUID | str]) -> None:
    """Send the tasks for these matches once the present transaction is committed."""
    chunks = [[str(id_) for id_ in ids[at : at + CHUNK]] for at in range(0, len(ids), CHUNK)]
    transaction.on_commit(lambda: _send(chunks))


def ring_batch(batch_id: uuid.UUID) -> None:
    """Send the task that goes on taking in a batch, once the present transaction is committed."""
    transaction.on_commit(lambda: _send_batch(str(batch_id)))


def ring_rejudging(rejudging_id: uuid.UUID) -> None:
    """Send the task that goes on judging an archive again, once the present transaction is committed."""
    transaction.on_commit(lambda: _send_rejudging(str(rejudging_id)))


def ring_publishing(publishing_id: uuid.UUID) -> None:
    """Send the task that goes on publishing results, once the present transaction is committed."""
    transaction.on_commit(lambda: _send_publishing(str(publishing_id)))


def ring_webhooks(ids: Iterable[uuid.UUID]) -> None:
    """Send the task for each of these webhooks once the present transaction is committed."""
    named = {str(id_) for id_ in ids}
    transaction.on_commit(lambda: _gather(named))


@contextmanager
def once() -> Iterator[None]:
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
        _send_webhooks(sorted(ids))
    else:
        gathered |= ids


def _send_webhooks(ids: list[str]) -> None:
    from records.tasks import deliver_webhook

    for id_ in ids:
        try:
            deliver_webhook.delay(id_)
        except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, the messages stand
            log.warning("the broker cannot be reached (%s); messages of %d webhooks wait for the sweeper", error, len(ids))
            return


def _send_batch(batch_id: str) -> None:
    from records.tasks import take_in_batch

    try:
        take_in_batch.delay(batch_id)
    except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, the batch stands
        log.warning("the broker cannot be reached (%s); batch %s waits for the sweeper", error, batch_id)


def _send_rejudging(rejudging_id: str) -> None:
    from records.tasks import rejudge_archive

    try:
        rejudge_archive.delay(rejudging_id)
    except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, what is done of it stands
        log.warning("the broker cannot be reached (%s); judging again %s waits for the sweeper", error, rejudging_id)


def _send_publishing(publishing_id: str) -> None:
    from records.tasks import publish_results

    try:
        publish_results.delay(publishing_id)
    except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, what is frozen stands
        log.warning("the broker cannot be reached (%s); publishing %s waits for the sweeper", error, publishing_id)


def _send(chunks: list[list[str]]) -> None:
    from records.tasks import judge_matches

    for chunk in chunks:
        try:
            judge_matches.delay(chunk)
        except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, the upload stands
            log.warning("the broker cannot be reached (%s); %d matches wait for the sweeper", error, len(chunk))
            return
