"""Judging a stored match: replayed by the engine, its judgement stored, once, whoever else tries at the same time."""

from __future__ import annotations

import logging
import uuid
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

import referee
from records import bell
from records.intake import clean
from records.models import Finding, Judgement, Match
from referee import registry
from referee.notation import Source, read

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a match is tried before it is given up as failed."""


def record_of(match: Match) -> referee.Record | referee.NotationError:
    """What the stored text of a match says."""
    return read(Source(bytes(match.source).decode("utf-8", "surrogatepass"), match.first_line, match.form))


def judge(match_id: uuid.UUID | str) -> Judgement | None:
    """Judge a match that waits for it. None where there is nothing to do, or where the engine failed."""
    if not _claim(match_id):
        return None
    match = Match.objects.get(pk=match_id)
    try:
        verdict = referee.verify(record_of(match))
        document = verdict.as_dict()
    except Exception as error:  # noqa: BLE001 - an engine fault is never a verdict; it is kept and shown as a failure
        log.exception("the engine failed on match %s", match_id)
        _fail(match, error)
        return None
    return _keep(match, verdict, storable(document))


def _claim(match_id: uuid.UUID | str) -> bool:
    """Take a pending match for judging. One conditional update: of two workers, one gets it."""
    waiting = Match.objects.filter(pk=match_id, state=Match.State.PENDING)
    return waiting.update(state=Match.State.JUDGING, state_since=timezone.now(), attempts=F("attempts") + 1) == 1


def _fail(match: Match, error: Exception) -> None:
    Match.objects.filter(pk=match.pk, state=Match.State.JUDGING).update(
        state=Match.State.FAILED, state_since=timezone.now(), error=clean(f"{type(error).__name__}: {error}")[:4000]
    )


@transaction.atomic
def _keep(match: Match, verdict: referee.Verdict, document: dict[str, Any]) -> Judgement | None:
    """Store the judgement, its findings and the new state together.

    The row is locked first: a worker that was thought dead and comes back finds the match no longer being judged, or
    finds the judgement there, and changes nothing.
    """
    locked = Match.objects.select_for_update().filter(pk=match.pk, state=Match.State.JUDGING).first()
    if locked is None:
        return None
    judgement, created = Judgement.objects.get_or_create(
        match=locked, engine_version=verdict.engine, rulebook_edition=edition_of(verdict.game),
        record_sha256=verdict.record_sha256,
        defaults={
            "status": verdict.status, "verdict": document, "findings_count": len(verdict.all_findings()),
        },
    )  # fmt: skip
    if created:
        Finding.objects.bulk_create(_finding(judgement, finding) for finding in verdict.all_findings())
    locked.state, locked.state_since, locked.error = Match.State.JUDGED, timezone.now(), ""
    locked.current_judgement = judgement
    locked.save(update_fields=["state", "state_since", "error", "current_judgement"])
    return judgement


def edition_of(game: str | None) -> str:
    """The edition of a game's rulebook, empty where there is no such game."""
    found = registry.find(game) if game else None
    return found.rulebook.edition if found else ""


def storable(document: Any) -> Any:
    """A verdict as a JSON column can hold it: PostgreSQL knows no U+0000 and no lone surrogates."""
    if isinstance(document, str):
        return clean(document)
    if isinstance(document, list):
        return [storable(entry) for entry in document]
    if isinstance(document, dict):
        return {clean(key): storable(value) for key, value in document.items()}
    return document


def _finding(judgement: Judgement, finding: referee.Finding) -> Finding:
    said = finding.as_dict()
    return Finding(
        judgement=judgement, round=finding.round, move=finding.move, seat=finding.seat or "", code=finding.code,
        severity=said["severity"], clause=finding.clause, token=clean(finding.token or "")[:400], line=finding.line,
        column=finding.column, message=storable(dict(finding.message)),
    )  # fmt: skip


@transaction.atomic
def rejudge(match: Match) -> Match:
    """Have a match judged again. Earlier judgements stay; a match that is being judged already is left alone."""
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.state != Match.State.JUDGING:
        locked.state, locked.state_since, locked.attempts, locked.error = Match.State.PENDING, timezone.now(), 0, ""
        locked.save(update_fields=["state", "state_since", "attempts", "error"])
        bell.ring([locked.pk])
    return locked


def sweep(older_than: float) -> int:
    """Ring again for every match that has been pending or judging for so many seconds; how many were rung for.

    A match whose workers died over it again and again is given up as failed: one poison record stops no queue.
    """
    late = timezone.now() - timedelta(seconds=older_than)
    stuck = Match.objects.filter(state=Match.State.JUDGING, state_since__lt=late)
    given_up = stuck.filter(attempts__gte=ATTEMPTS).update(
        state=Match.State.FAILED, state_since=timezone.now(), error=f"given up after {ATTEMPTS} attempts"
    )
    if given_up:
        log.error("%d matches were given up after %d attempts", given_up, ATTEMPTS)
    stuck.update(state=Match.State.PENDING)
    waiting = Match.objects.filter(state=Match.State.PENDING, state_since__lt=late)
    with transaction.atomic():
        ids = list(waiting.order_by("state_since").values_list("pk", flat=True)[:10_000])
        Match.objects.filter(pk__in=ids, state=Match.State.PENDING).update(state_since=timezone.now())
        bell.ring(ids)
    return len(ids)
