"""The versions of events: by them an open page learns that there is something new to show.

Whoever changes an event lets its version grow; here it grows once new verdicts on its matches are stored.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from records.archive.matches.judging import matches_judged
from records.tournament.events.lock import changed
from records.tournament.events.models import Event, Table


def versions_of(event_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """The versions of those of these events that are there, in one query."""
    return dict(Event.objects.filter(pk__in=event_ids).values_list("pk", "version"))


@receiver(matches_judged)
def tell_events(sender: Any, ids: Sequence[uuid.UUID], **kwargs: Any) -> None:
    """Let the versions of the events of these matches grow when the transaction that stores their verdicts has committed.

    Not within it: whoever changes an event locks it before its matches, and here the matches are locked. A page that is not told
    because the process ended between the two is told by the next change.
    """
    transaction.on_commit(lambda: grow_versions(ids), robust=True)


def grow_versions(match_ids: Sequence[uuid.UUID]) -> None:
    """Let the version of every event grow at whose tables one of these matches is; one query where there is none."""
    for event_id in Table.objects.filter(match__in=match_ids).order_by("event").values_list("event", flat=True).distinct():
        changed(event_id)
