"""Judging: the engine replays stored matches, and each judgement is stored once, however many workers try."""

from __future__ import annotations

import logging
import time
import uuid
from collections import deque
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import Exists, OuterRef, Subquery
from django.dispatch import Signal
from django.urls import reverse
from django.utils import timezone

import referee
from records.accounts import audit, webhooks
from records.accounts.access.roles import Right, may_with, require
from records.accounts.webhooks.models import WebhookKind
from records.archive.matches.judging.claims import ATTEMPTS, GIVEN_UP, Claims, bring_back_claims, claim, fail, read_whole
from records.archive.matches.judging.models import Judgement
from records.archive.matches.judging.verdict_store import JudgedMatch, store
from records.archive.matches.models import UNJUDGED, Match
from records.archive.matches.replay import record_of
from records.core import queue
from records.core.db import clock
from records.core.db.retry import retry_when_disconnected
from records.core.ops import verdict_latency
from records.core.people import Actor
from records.core.queue import enqueue

log = logging.getLogger(__name__)

GATHER = 0.5
"""Seconds of judging after which the verdicts that have gathered are stored: nobody who waits for one feels them."""
SWEEP = 10_000
"""How many matches a sweep enqueues at most."""

matches_judged = Signal()
"""Sent with the ``ids`` of matches in the transaction that makes new verdicts their current ones."""


def judge(match_id: uuid.UUID | str, *, redelivered: bool = False) -> Judgement | None:
    """Judge one waiting match by itself. None where it is not waiting or the engine failed.

    ``redelivered``: the queue has sent this again because a worker was lost over it, so a match left half judged is
    taken up too.
    """
    match = claim(match_id, redelivered)
    judged = _verdict_on(match) if match else None
    return _store([judged]).get(judged.match.pk) if judged else None


def judge_all(ids: Sequence[uuid.UUID | str], *, redelivered: bool = False) -> bool:
    """Judge those of these matches that wait, for SLICE seconds (a setting), and enqueue the rest; whether any waited.

    So the time limit of the worker's task, which is many times longer, is reached within a match that is itself to blame for
    it; whatever else the task held goes on.
    """
    until = time.monotonic() + settings.SLICE
    worked = False
    with Claims(ids, redelivered) as portions:
        for portion in portions:
            worked = True
            _judge_portion(portion, until)
            if time.monotonic() >= until:
                break
    return worked


def _judge_portion(portion: deque[Match], until: float) -> None:
    """Judge matches of a portion until enough verdicts have gathered; store what was judged even if something raises."""
    verdicts: list[JudgedMatch] = []
    pause = min(until, time.monotonic() + GATHER)
    try:
        while portion:
            if judged := _verdict_on(portion.popleft()):
                verdicts.append(judged)
            if time.monotonic() >= pause:
                return
    finally:
        if verdicts:
            _store_all(verdicts)


def _verdict_on(match: Match) -> JudgedMatch | None:
    """The engine's verdict on a match; None where its record cannot be read or the engine failed, which is stored, or where it is
    gone.

    Memory may be short by what others take: such a match is left to the sweeper, as if its worker were lost, and fails once no
    attempt is left.
    """
    try:
        if not read_whole(match):
            return None
        record = record_of(match)
        verdict = referee.verify(record)
        return JudgedMatch(match, record, verdict, verdict.as_dict())
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - an engine fault is never a verdict; it is stored and shown as a failure
        log.exception("the engine failed on match %s", match.pk)
        if not isinstance(error, MemoryError) or match.attempts > ATTEMPTS:
            fail(match, f"{type(error).__name__}: {error}")
        if isinstance(error, SoftTimeLimitExceeded):
            raise
        return None


def _store_all(verdicts: Sequence[JudgedMatch]) -> None:
    """Store verdicts in one transaction; each by itself where that fails, so that one cannot cost the others theirs."""
    try:
        _store(verdicts)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        if len(verdicts) < 2:
            raise
        log.exception("%d verdicts cannot be stored together", len(verdicts))
        for judged in verdicts:
            _store_alone(judged)


def _store_alone(judged: JudgedMatch) -> None:
    try:
        _store([judged])
    except (OperationalError, InterfaceError, SoftTimeLimitExceeded):
        raise  # the others would fare no better
    except Exception:
        log.exception("the verdict on match %s cannot be stored", judged.match.pk)


@retry_when_disconnected
def _store(verdicts: Sequence[JudgedMatch]) -> dict[uuid.UUID, Judgement]:
    """Store judgements with their findings and results and the state of their matches in one transaction.

    The rows are locked first: a worker that was thought dead and comes back finds the match judged, or given up, and changes
    nothing. One that waits again is judged all the same.
    """
    with transaction.atomic():
        rows = _lock_unjudged([judged.match.pk for judged in verdicts])
        with_webhook = {match for match, has_webhook, _ in rows if has_webhook}
        known = {match: before for match, _, before in rows}
        ours = [judged for judged in verdicts if judged.match.pk in known]
        judgements = store(ours, without_judgement=[match for match, before in known.items() if not before]) if ours else {}
        now = timezone.now()
        if judgements:
            _mark_judged(judgements, now)
            matches_judged.send(Match, ids=list(judgements))
        _notify_webhooks([judged.match for judged in ours if judged.match.pk in with_webhook], judgements)
        verdict_latency.count_all((now - judged.match.waiting_since).total_seconds() for judged in ours)
    for match, judgement in judgements.items():
        log.info("match %s: %s", match, judgement.status, extra={"match": str(match), "status": judgement.status})
    return judgements


def _lock_unjudged(ids: Sequence[uuid.UUID]) -> list[tuple[uuid.UUID, bool, bool]]:
    """Lock those of these matches that wait for a verdict: id, whether the club has a webhook, whether there is a judgement."""
    rows = Match.objects.order_by("pk").filter(pk__in=ids, state__in=UNJUDGED).select_for_update(of=("self",), no_key=True)
    before = Exists(Judgement.objects.filter(match=OuterRef("pk")))
    return list(rows.values_list("pk", webhooks.has_webhook(), before))


def _mark_judged(judgements: Mapping[uuid.UUID, Judgement], since: datetime) -> None:
    """Make the judgements that were just stored the current ones of their matches."""
    stored = Judgement.objects.filter(pk__in=[judgement.pk for judgement in judgements.values()], match=OuterRef("pk"))
    Match.objects.filter(pk__in=judgements).update(
        state=Match.State.JUDGED, state_since=since, error="", current_judgement=Subquery(stored.values("pk")[:1])
    )


def _notify_webhooks(matches: Sequence[Match], judgements: Mapping[uuid.UUID, Judgement]) -> None:
    """Notify the webhooks of the clubs of these matches."""
    messages: dict[Any, list[tuple[Any, dict[str, Any]]]] = {}
    for match in matches:
        messages.setdefault(match.club_id, []).append((match.pk, webhook_payload(match, judgements[match.pk])))
    for club, some in messages.items():
        webhooks.notify_all(club, WebhookKind.MATCH_JUDGED, some)


def webhook_payload(match: Match, judgement: Judgement) -> dict[str, Any]:
    """The payload of the webhook message on a verdict."""
    return {
        "match": str(match.pk),
        "status": judgement.status,
        "findings": judgement.findings_count,
        "checked": judgement.checked._asdict(),
        "game": match.game,
        "event": match.event,
        "table": match.table,
        "engine": judgement.engine_version,
        "sha256": match.sha256,
        "url": reverse("api:match", args=[match.pk]),
        "page": reverse("pages:match", args=[match.pk]),
    }


@transaction.atomic
def rejudge(actor: Actor | None, match: Match) -> Match:
    """Enqueue a match to be judged again; without an actor an operator does it. Earlier judgements stay; a match that is being
    judged or was deleted is left alone. Raises Refusal (403)."""
    require(actor is None or may_with(actor, Right.SCORE, match))
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.state != Match.State.JUDGING and not locked.is_deleted:
        locked.state, locked.attempts, locked.error = Match.State.PENDING, 0, ""
        locked.bulk = False  # a person waits for it now
        locked.state_since = locked.waiting_since = locked.enqueued_at = timezone.now()
        locked.save(update_fields=["state", "bulk", "state_since", "waiting_since", "enqueued_at", "attempts", "error"])
        queue.enqueue_matches([locked.pk])
        audit.record("rejudge", f"match:{locked.pk}", by=actor, club=locked.club_id, judgement=locked.current_judgement_id)
    return locked


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again every pending match that was last enqueued more than so many seconds ago; returns their number.

    A match that has been judging for more than ``lost_after`` seconds (LOST_AFTER of the settings) has lost its worker
    and waits again; one whose workers died over it again and again is given up as failed: one poison record stops no queue.
    """
    now = clock.now()
    bring_back_claims(now)
    clock.bring_back(Match.objects.filter(state=Match.State.PENDING), "enqueued_at", now)
    lost_before = now - timedelta(seconds=settings.LOST_AFTER if lost_after is None else lost_after)
    lost = Match.objects.filter(state=Match.State.JUDGING, state_since__lt=lost_before)
    given_up = lost.filter(attempts__gt=ATTEMPTS).update(state=Match.State.FAILED, state_since=now, error=GIVEN_UP)
    if given_up:
        log.error("%d matches were given up after %d attempts", given_up, ATTEMPTS)
    forgotten = now - timedelta(seconds=older_than)
    lost.update(state=Match.State.PENDING, state_since=now, enqueued_at=forgotten)
    waiting = Match.objects.filter(state=Match.State.PENDING, enqueued_at__lte=forgotten)
    with transaction.atomic():
        ids = list(waiting.order_by("enqueued_at").values_list("pk", flat=True)[:SWEEP])
        for start in range(0, len(ids), enqueue.CHUNK):
            Match.objects.filter(pk__in=ids[start : start + enqueue.CHUNK]).update(enqueued_at=now)
        queue.enqueue_matches(ids)
    return len(ids)
