"""Judging a stored match: replayed by the engine, its judgement stored, once, whoever else tries at the same time."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

import referee
from records import audit, bell, tally, webhooks
from records.fields import storable
from records.judgements import Judged, keep
from records.models import Judgement, Match, WebhookKind
from referee.notation import Source, read

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a match is tried before it is given up as failed."""
GIVEN_UP = f"given up after {ATTEMPTS} attempts: each time the worker was killed over it, or did not come to an end in time"
SWEEP = 10_000
"""How many matches a sweep rings for."""


def record_of(match: Match) -> referee.Record | referee.NotationError:
    """What the stored text of a match says."""
    return read(Source(bytes(match.source).decode("utf-8", "surrogatepass"), match.first_line, match.form))


def judge(match_id: uuid.UUID | str, *, redelivered: bool = False) -> Judgement | None:
    """Judge a match that waits for it. None where there is nothing to do, or where the engine failed.

    ``redelivered``: the queue has sent this again because a worker was lost over it, so a match left half judged is
    taken up too.
    """
    if not _claim(match_id, redelivered):
        return None
    match = Match.objects.get(pk=match_id)
    if match.attempts > ATTEMPTS:
        _fail(match, GIVEN_UP)
        return None
    try:
        record = record_of(match)
        verdict = referee.verify(record)
        document = verdict.as_dict()
    except Exception as error:  # noqa: BLE001 - an engine fault is never a verdict; it is kept and shown as a failure
        log.exception("the engine failed on match %s", match_id)
        _fail(match, f"{type(error).__name__}: {error}")
        if isinstance(error, SoftTimeLimitExceeded):
            raise
        return None
    judgement = _keep(match, verdict, document, record)
    if judgement is not None:
        log.info("match %s: %s", match_id, verdict.status, extra={"match": str(match_id), "status": verdict.status})
    return judgement


def judge_all(ids: Sequence[str], *, redelivered: bool = False) -> None:
    """Judge those of these matches that wait, for JUDGE_SLICE seconds (of the settings), and ring for the rest.

    So the time limit of the worker's task, which is many times longer, is reached within a match that is itself to blame for
    it; whatever else the task held goes on.
    """
    until = time.monotonic() + settings.JUDGE_SLICE
    for place, id_ in enumerate(ids):
        if place and time.monotonic() >= until:
            bell.ring(ids[place:])
            return
        try:
            judge(id_, redelivered=redelivered)
        except SoftTimeLimitExceeded:
            bell.ring(ids[place + 1 :])
            raise


def _claim(match_id: uuid.UUID | str, redelivered: bool) -> bool:
    """Take a waiting match for judging. One conditional update: of two workers, one gets it."""
    takable = [Match.State.PENDING, Match.State.JUDGING] if redelivered else [Match.State.PENDING]
    waiting = Match.objects.filter(pk=match_id, state__in=takable)
    return waiting.update(state=Match.State.JUDGING, state_since=timezone.now(), attempts=F("attempts") + 1) == 1


def _fail(match: Match, error: str) -> None:
    Match.objects.filter(pk=match.pk, state=Match.State.JUDGING).update(
        state=Match.State.FAILED, state_since=timezone.now(), error=storable(error, 4000)
    )


@transaction.atomic
def _keep(
    match: Match, verdict: referee.Verdict, document: dict[str, Any], record: referee.Record | referee.NotationError
) -> Judgement | None:
    """Store the judgement, its findings, what it gives to whom, and the new state together.

    The row is locked first: a worker that was thought dead and comes back finds the match no longer being judged, or
    finds the judgement there, and changes nothing.
    """
    waiting = Match.objects.select_for_update(of=("self",)).annotate(hooked=webhooks.hooked())
    locked = waiting.filter(pk=match.pk, state=Match.State.JUDGING).first()
    if locked is None:
        return None
    judgement = keep([Judged(locked, record, verdict, document)])[locked.pk]
    locked.state, locked.state_since, locked.error = Match.State.JUDGED, timezone.now(), ""
    locked.current_judgement = judgement
    locked.save(update_fields=["state", "state_since", "error", "current_judgement"])
    if locked.hooked:
        webhooks.notify(locked.club_id, WebhookKind.MATCH_JUDGED, locked.pk, news_of(locked, judgement))
    tally.count((locked.state_since - locked.waiting_since).total_seconds())
    return judgement


def news_of(match: Match, judgement: Judgement) -> dict[str, Any]:
    """What webhooks are told of a verdict."""
    return {
        "match": str(match.pk), "status": judgement.status, "findings": judgement.findings_count, "game": match.game,
        "event": match.event, "table": match.table, "engine": judgement.engine_version, "sha256": match.sha256,
        "url": reverse("api:match", args=[match.pk]), "page": reverse("pages:match", args=[match.pk]),
    }  # fmt: skip


@transaction.atomic
def rejudge(match: Match) -> Match:
    """Have a match judged again. Earlier judgements stay; a match that is being judged already is left alone."""
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.state != Match.State.JUDGING:
        locked.state, locked.attempts, locked.error = Match.State.PENDING, 0, ""
        locked.state_since = locked.waiting_since = locked.rung_at = timezone.now()
        locked.save(update_fields=["state", "state_since", "waiting_since", "rung_at", "attempts", "error"])
        bell.ring([locked.pk])
        audit.record("rejudge", f"match:{locked.pk}", club=locked.club_id, judgement=locked.current_judgement_id)
    return locked


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Ring again for every match that was last rung for more than so many seconds ago; how many were rung for.

    A match that has been judging for more than ``lost_after`` seconds (LOST_AFTER of the settings) has lost its worker
    and waits again; one whose workers died over it again and again is given up as failed: one poison record stops no queue.
    """
    now = timezone.now()
    lost_before = now - timedelta(seconds=settings.LOST_AFTER if lost_after is None else lost_after)
    lost = Match.objects.filter(state=Match.State.JUDGING, state_since__lt=lost_before)
    given_up = lost.filter(attempts__gte=ATTEMPTS).update(state=Match.State.FAILED, state_since=now, error=GIVEN_UP)
    if given_up:
        log.error("%d matches were given up after %d attempts", given_up, ATTEMPTS)
    forgotten = now - timedelta(seconds=older_than)
    lost.update(state=Match.State.PENDING, state_since=now, rung_at=forgotten)
    waiting = Match.objects.filter(state=Match.State.PENDING, rung_at__lte=forgotten)
    with transaction.atomic():
        ids = list(waiting.order_by("rung_at").values_list("pk", flat=True)[:SWEEP])
        for start in range(0, len(ids), bell.CHUNK):
            Match.objects.filter(pk__in=ids[start : start + bell.CHUNK]).update(rung_at=now)
        bell.ring(ids)
    return len(ids)
