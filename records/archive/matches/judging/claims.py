"""Claims: a worker claims the pending matches of its task and gives back those that it does not judge in time.

A match that was never claimed before is claimed together with the others of its task, and with what waits urgently, whichever
task that belongs to: where workers are behind, a task judges many, and the tasks of these then find nothing to do; and a match
that was uploaded by hand waits for no batch. A task's own matches come last, and all of its claims are of one moment: who gets
the task after a lost worker finds by them whatever that worker held.

A match that was claimed before may be what a worker was lost over: it is claimed by itself, and its verdict stored before the
next is claimed, so that a record that kills its workers is alone when it does so again.
"""

from __future__ import annotations

import logging
import uuid
from collections import deque
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from types import TracebackType

from django.db import DatabaseError, transaction
from django.db.models import BinaryField, Case, F, QuerySet, When
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone

from records.archive.matches.models import UNJUDGED, URGENT, Match
from records.core import queue
from records.core.db import clock
from records.core.db.fields import storable
from records.core.db.retry import retry_when_disconnected

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a match is tried by itself, after it was tried together with others, before it is given up as failed."""
GIVEN_UP = (
    f"given up after {ATTEMPTS} attempts by itself: each time the worker was killed over it, or did not come to an end in time"
)
SHORT = 64 * 1024
"""Bytes of a record that is read when it is claimed; a longer one is read when it is judged, because a task claims
hundreds."""
MOMENTS = 1000
"""How many claims of clocks that were wrong one sweep corrects at most."""
URGENT_AT_ONCE = 100
"""How many urgent matches a task takes along at once."""


def claim(match_id: uuid.UUID | str, redelivered: bool) -> Match | None:
    """Claim one match for judging, in one conditional update. None where it is not waiting or has been claimed too often."""
    waiting = Match.objects.filter(pk=match_id, state__in=_claimable_states(redelivered))
    if not waiting.update(state=Match.State.JUDGING, state_since=clock.now(), attempts=F("attempts") + 1):
        return None
    match = _read_match(match_id)
    if match.attempts <= 1 + ATTEMPTS:
        return match
    fail(match, GIVEN_UP)
    return None


@retry_when_disconnected
def read_whole(match: Match) -> bool:
    """Read the record of a match that was claimed without it; False where the match is gone."""
    if (stored := getattr(match, "short_source", None)) is not None:
        match.source = stored
    elif "source" in match.get_deferred_fields():
        try:
            match.refresh_from_db(fields=["source"])
        except Match.DoesNotExist:
            return False
    return True


@retry_when_disconnected
def _read_match(match_id: uuid.UUID | str) -> Match:
    return Match.objects.defer("source").get(pk=match_id)


@retry_when_disconnected
def fail(match: Match, error: str) -> None:
    """Mark a match as failed: there will be no verdict on it."""
    Match.objects.filter(pk=match.pk, state=Match.State.JUDGING).update(
        state=Match.State.FAILED, state_since=timezone.now(), error=storable(error, 4000)
    )


def _claimable_states(redelivered: bool) -> list[Match.State]:
    return [Match.State.PENDING, Match.State.JUDGING] if redelivered else [Match.State.PENDING]


@retry_when_disconnected
@transaction.atomic
def _claim(chosen: QuerySet[Match], since: datetime) -> list[Match]:
    """Claim these matches, which were never claimed before. Locked rows are skipped, so that two workers never wait for each
    other."""
    short_source = Case(When(LessThanOrEqual(Length("source"), SHORT), then=F("source")), output_field=BinaryField())
    unclaimed = chosen.select_for_update(skip_locked=True, no_key=True).defer("source").annotate(short_source=short_source)
    claimed: list[Match] = list(unclaimed)
    ids = [match.pk for match in claimed]
    Match.objects.filter(pk__in=ids).update(state=Match.State.JUDGING, state_since=since, attempts=1)
    for match in claimed:
        match.state, match.state_since, match.attempts = Match.State.JUDGING, since, 1
    return claimed


@retry_when_disconnected
def urgent_match_waits() -> bool:
    """Whether an urgent match waits for a worker; ingesting and re-judging then give way."""
    return Match.objects.filter(URGENT).exists()


def bring_back_claims(at: datetime) -> None:
    """Date claims that are dated ahead as of ``at``: a worker whose clock was wrong holds its matches no longer than another.
    What was claimed at one moment keeps having a moment of its own, which tells whose it is."""
    ahead = Match.objects.order_by().filter(clock.dated_ahead("state_since", at), state=Match.State.JUDGING)
    for place, moment in enumerate(ahead.values_list("state_since", flat=True).distinct()[:MOMENTS]):
        ahead.filter(state_since=moment).update(state_since=at - timedelta(microseconds=place))


class Claims:
    """The matches of one task, claimed in portions. Those that are not judged in the end are enqueued again."""

    def __init__(self, ids: Sequence[uuid.UUID | str], redelivered: bool) -> None:
        self._waiting = [uuid.UUID(str(id_)) for id_ in ids]
        self._redelivered = redelivered
        self._since = retry_when_disconnected(clock.now)()
        self._held: deque[Match] = deque()

    def __enter__(self) -> Iterator[deque[Match]]:
        """Yields portions of claimed matches; the caller removes each match that it judges."""
        return self._portions()

    def _portions(self) -> Iterator[deque[Match]]:
        if not self._redelivered:  # where workers are behind, most tasks end here: others took their matches along
            self._drop_finished()
        if self._waiting:
            yield from self._claim_new()
        if self._waiting:
            self._drop_finished()
        while self._waiting:
            if match := claim(self._waiting.pop(0), self._redelivered):
                yield deque([match])

    def _claim_new(self) -> Iterator[deque[Match]]:
        """Claim matches that were never claimed before: the task's own, and urgent ones of any task, which go first."""
        place = {id_: number for number, id_ in enumerate(self._waiting)}
        own = _claim(Match.objects.filter(pk__in=self._waiting, state=Match.State.PENDING, attempts=0), self._since)
        self._held.extend(sorted(own, key=lambda match: place[match.pk]))
        claimed = {match.pk for match in own}
        self._waiting = [id_ for id_ in self._waiting if id_ not in claimed]
        left = len(own) + 1
        while self._held:
            if len(self._held) < left:
                left = len(self._held)
                if urgent_match_waits():
                    first = Match.objects.filter(URGENT).order_by("waiting_since")[:URGENT_AT_ONCE]
                    self._held.extendleft(reversed(_claim(first, self._since)))
            yield self._held

    @retry_when_disconnected
    def _drop_finished(self) -> None:
        """Drop the matches that need no claim any more. Of a lost worker's task, add what that worker held besides: it was
        claimed at the same moment."""
        rows = Match.objects.filter(pk__in=self._waiting, state__in=UNJUDGED).values_list("pk", "state", "state_since")
        unfinished = {id_: (state, since) for id_, state, since in rows}
        claimable = _claimable_states(self._redelivered)
        self._waiting = [id_ for id_ in self._waiting if unfinished.get(id_, ("",))[0] in claimable]
        moments = {since for state, since in unfinished.values() if state == Match.State.JUDGING}
        if self._redelivered and moments:
            beside = Match.objects.filter(state=Match.State.JUDGING, state_since__in=moments).exclude(pk__in=self._waiting)
            self._waiting = [*beside.order_by("waiting_since").values_list("pk", flat=True), *self._waiting]

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        claimed = [match.pk for match in self._held]
        if not claimed and not self._waiting:
            return
        try:
            self._give_back(claimed)
        except DatabaseError as away:
            log.warning("the database cannot be reached (%s); %d matches wait for the sweeper", away, len(claimed))

    @retry_when_disconnected
    @transaction.atomic
    def _give_back(self, claimed: Sequence[uuid.UUID]) -> None:
        # By the moment at which we claimed them: what was taken from us meanwhile is not ours to give back.
        ours = Match.objects.filter(pk__in=claimed, state=Match.State.JUDGING, state_since=self._since)
        ours.update(state=Match.State.PENDING, attempts=0)
        queue.enqueue_matches([*claimed, *self._waiting])
