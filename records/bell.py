"""The doorbell: tells workers that matches wait. Losing a ring loses nothing, the sweeper rings again."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence

from django.db import transaction

log = logging.getLogger(__name__)

CHUNK = 100
"""How many matches one task carries."""


def ring(ids: Sequence[uuid.UUID]) -> None:
    """Send the tasks for these matches once the present transaction is committed."""
    chunks = [[str(id_) for id_ in ids[at : at + CHUNK]] for at in range(0, len(ids), CHUNK)]
    transaction.on_commit(lambda: _send(chunks))


def ring_batch(batch_id: uuid.UUID) -> None:
    """Send the task that goes on taking in a batch, once the present transaction is committed."""
    transaction.on_commit(lambda: _send_batch(str(batch_id)))


def _send_batch(batch_id: str) -> None:
    from records.tasks import take_in_batch

    try:
        take_in_batch.delay(batch_id)
    except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, the batch stands
        log.warning("the broker cannot be reached (%s); batch %s waits for the sweeper", error, batch_id)


def _send(chunks: list[list[str]]) -> None:
    from records.tasks import judge_matches

    for chunk in chunks:
        try:
            judge_matches.delay(chunk)
        except Exception as error:  # noqa: BLE001 - whatever the broker's client raises, the upload stands
            log.warning("the broker cannot be reached (%s); %d matches wait for the sweeper", error, len(chunk))
            return
