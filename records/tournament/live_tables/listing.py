"""Which live tables an event has and how far they are; what an account wrote at live tables, to take away or to be erased."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from records.core.db.fields import Document
from records.tournament.events.models import Event
from records.tournament.live_tables.models import LiveLines, LiveTable

ROWS = 100


class Playing(NamedTuple):
    """A live table that is written at now, as everybody at it knows it: its round and its move (0 before the first), how many
    rounds are over, what they gave to each side, and who sits where."""

    live: uuid.UUID
    round: int
    move: int
    rounds: int
    scores: Mapping[str, int]
    seats: Mapping[str, str]
    complete: bool = False


def playing_in(event: Event) -> dict[int, Playing]:
    """The live tables of an event that are written at now, by the ids of its tables, in one query."""
    rows = LiveTable.objects.filter(at__event=event, state=LiveTable.State.OPEN).values_list("at", "pk", "header", "progress")
    return {at: _playing(live, header, progress) for at, live, header, progress in rows if at is not None}


def _playing(live: uuid.UUID, header: Document, progress: Document) -> Playing:
    round_, move, rounds = (progress.get(name, 0) for name in ("round", "move", "rounds"))
    return Playing(live, round_, move, rounds, progress.get("scores") or {}, header.get("seats", {}))


def rows_of(user: User) -> Iterator[dict[str, Any]]:
    """What somebody wrote at live tables, for the zip of their own data."""
    for row in LiveLines.objects.filter(user=user.pk).order_by("pk").defer("open", "whole").iterator(ROWS):
        yield {"table": str(row.live_table_id), "first": row.first, "lines": row.lines, "at": row.at}


def erase_own(user: User, until: float) -> int:
    """Erase the live tables of an account outside of clubs; how many there were."""
    erased = 0
    for table in LiveTable.objects.filter(user=user, club=None)[:ROWS]:
        table.delete()
        erased += 1
        if time.monotonic() >= until:
            break
    return erased
