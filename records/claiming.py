"""Who judges which match: a worker claims what waits, that of a whole task at once, and gives back what it does not come to.

A match that was never claimed before is claimed together with the others of its task. One that was may be what a worker was lost
over: it is claimed by itself, and its verdict stored before the next is claimed, so that a record that kills its workers is alone
when it does so again.
"""

from __future__ import annotations

import logging
import uuid
from collections import deque
from collections.abc import Iterator, Sequence
from types import TracebackType

from django.db import DatabaseError, transaction
from django.db.models import F, prefetch_related_objects
from django.db.models.functions import Length
from django.utils import timezone

from records import bell
from records.fields import storable
from records.models import Match
from records.outlasting import outlasting

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a match is tried by itself, after it was tried together with others, before it is given up as failed."""
GIVEN_UP = (
    f"given up after {ATTEMPTS} attempts by itself: each time the worker was killed over it, or did not come to an end in time"
)
PORTION = 2 * 1024 * 1024
"""Bytes of records after which a worker holds no more of them in memory at once."""


def claim(match_id: uuid.UUID | str, redelivered: bool) -> Match | None:
    """Take a waiting match for judging. One conditional update: of two workers, one gets it. None where there is nothing to
    take, or where it was taken too often."""
    waiting = Match.objects.filter(pk=match_id, state__in=_takable(redelivered))
    if not waiting.update(state=Match.State.JUDGING, state_since=timezone.now(), attempts=F("attempts") + 1):
        return None
    match = _read(match_id)
    if match.attempts <= 1 + ATTEMPTS:
        return match
    fail(match, GIVEN_UP)
    return None


@outlasting
def _read(match_id: uuid.UUID | str) -> Match:
    return Match.objects.get(pk=match_id)


@outlasting
def fail(match: Match, error: str) -> None:
    """There will be no verdict on this match."""
    Match.objects.filter(pk=match.pk, state=Match.State.JUDGING).update(
        state=Match.State.FAILED, state_since=timezone.now(), error=storable(error, 4000)
    )


def _takable(redelivered: bool) -> list[Match.State]:
    return [Match.State.PENDING, Match.State.JUDGING] if redelivered else [Match.State.PENDING]


class Claims:
    """The matches of one task, claimed as they are come to. Those that are not judged in the end wait again, and are rung for."""

    def __init__(self, ids: Sequence[uuid.UUID | str], redelivered: bool) -> None:
        self._waiting = [uuid.UUID(str(id_)) for id_ in ids]
        self._redelivered = redelivered
        self._since = timezone.now()
        self._claimed: deque[tuple[uuid.UUID, int]] = deque()
        self._held: deque[Match] = deque()

    def __enter__(self) -> Iterator[deque[Match]]:
        """Matches to judge, as many as may be judged before anything is stored; whoever judges one takes it off."""
        return self._portions()

    def _portions(self) -> Iterator[deque[Match]]:
        self._claim_together()
        while self._claimed:
            self._hold()
            while self._held:
                yield self._held
        waiting = Match.objects.filter(pk__in=self._waiting, state__in=_takable(self._redelivered))
        still = set(waiting.values_list("pk", flat=True)) if self._waiting else set()
        self._waiting = [id_ for id_ in self._waiting if id_ in still]
        while self._waiting:
            if match := claim(self._waiting.pop(0), self._redelivered):
                yield deque([match])

    @transaction.atomic
    def _claim_together(self) -> None:
        """Everything that nobody has claimed before. What is locked this moment is left: of two that wait for one another's rows
        neither would come to an end."""
        fresh = Match.objects.filter(pk__in=self._waiting, state=Match.State.PENDING, attempts=0)
        locked = fresh.select_for_update(skip_locked=True, no_key=True)
        sizes = dict(locked.values_list("pk", Length("source")))
        Match.objects.filter(pk__in=sizes).update(state=Match.State.JUDGING, state_since=self._since, attempts=1)
        self._claimed.extend((id_, sizes[id_]) for id_ in self._waiting if id_ in sizes)
        self._waiting = [id_ for id_ in self._waiting if id_ not in sizes]

    def _hold(self) -> None:
        """Read the next of what is claimed, as much as fits into memory."""
        ids, total = [], 0
        while self._claimed and (not ids or total + self._claimed[0][1] <= PORTION):
            id_, size = self._claimed.popleft()
            ids.append(id_)
            total += size
        found = Match.objects.in_bulk(ids)
        self._held.extend(found[id_] for id_ in ids if id_ in found)
        prefetch_related_objects([match for match in self._held if match.club_id is not None], "seats")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        claimed = [*(match.pk for match in self._held), *(id_ for id_, _ in self._claimed)]
        if not claimed and not self._waiting:
            return
        try:
            self._give_back(claimed)
        except DatabaseError as away:
            log.warning("the database cannot be reached (%s); %d matches wait for the sweeper", away, len(claimed))

    @outlasting
    @transaction.atomic
    def _give_back(self, claimed: Sequence[uuid.UUID]) -> None:
        # By the moment at which we claimed them: what was taken from us meanwhile is not ours to give back.
        ours = Match.objects.filter(pk__in=claimed, state=Match.State.JUDGING, state_since=self._since)
        ours.update(state=Match.State.PENDING, attempts=0)
        bell.ring([*claimed, *self._waiting])
