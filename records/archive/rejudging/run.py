"""Re-judging: judging an archive again in the background, a chunk a transaction, and comparing with the former verdicts.

Every match keeps its old judgement; the new one is stored beside it, and becomes the current one where that was requested. The
place to continue from is stored with each chunk, in one conditional update: a worker may die at any moment and another continues
(``records.core.queue.jobs``), and of two at the same chunk one stores it and the other leaves. Uploads come first: while any
match waits for its first verdict, one chunk is judged and the rest goes to the end of the queue.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import referee
from records.accounts import audit, webhooks
from records.accounts.access.roles import Right, may, require, sees_all
from records.accounts.clubs.models import Club
from records.accounts.webhooks.models import WebhookKind
from records.archive.matches.dates import days_of
from records.archive.matches.models import STORED, Match
from records.archive.matches.searching import FILTERS, search
from records.archive.rejudging.models import Rejudging
from records.archive.rejudging.store import OUT_OF_TIME, Outcome, judge_again, merged_summary, store_results
from records.core import queue
from records.core.db import clock
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.core.queue import jobs
from records.core.rules_line import game_of

CHUNK = 100
CHUNK_BYTES = 2 * 1024 * 1024
"""Of records, after which a chunk is stored, however few its matches are: it bounds what a worker holds in memory."""
WHOLE = (Match.State.JUDGED, Match.State.FAILED)
"""What is judged again. Whatever waits for its verdict gets the present engine's anyway."""


def start(
    actor: Actor | None,
    club: Club | None = None,
    *,
    filters: Mapping[str, str] | None = None,
    rules: str = "",
    apply: bool | None = None,
) -> Rejudging:
    """Start to judge again those of a club's matches that fit the filters; without a club, those of the whole service.

    ``rules`` are put in the place of the records' own: a preset with options replaces them whole, options alone those that they
    name. ``apply``: the new verdicts become the current ones; left out, they do where no rules are given.
    Raises Refusal: 403; 422 where a filter or the rules mean nothing.
    """
    _allow(actor, club)
    given = _filters(filters or {})
    rules = " ".join(rules.split())
    if rules:
        _check(given.get("game", ""), rules)
    rejudging = Rejudging(
        club=club,
        filters=given,
        rules=rules,
        apply=not rules if apply is None else apply,
        engine_version=referee.ENGINE_VERSION,
        created_by=person(actor) if actor else None,
    )
    _store_request(rejudging)
    return rejudging


def _filters(filters: Mapping[str, str]) -> dict[str, str]:
    """The filters that are not empty. Raises Refusal (422) for one that matches cannot be searched by, or a date that is none."""
    given = {name: one_line(text) for name, text in filters.items() if text}
    if unknown := sorted(set(given) - set(FILTERS)):
        names = ", ".join(unknown)
        raise Refusal("unknown-filter", _("There is no such filter: {names}."), 422, names=names)
    for name, label in {"date_from": _("From"), "date_to": _("To")}.items():
        if (text := given.get(name)) and days_of(text) is None:
            raise Refusal(
                "invalid-date", _("“{label}”: “{text}” cannot be read as a date."), 422, field=name, label=label, text=text
            )
    return given


@transaction.atomic
def _store_request(rejudging: Rejudging) -> None:
    """Store a new re-judging, enqueue its task and write it to the audit log."""
    rejudging.save(force_insert=True)
    queue.enqueue_rejudging(rejudging.pk)
    audit.record(
        "rejudging",
        f"rejudging:{rejudging.pk}",
        by=rejudging.created_by,
        club=rejudging.club_id,
        filters=rejudging.filters,
        rules=rejudging.rules,
        apply=rejudging.apply,
        engine=rejudging.engine_version,
    )


def _allow(actor: Actor | None, club: Club | None) -> None:
    """Raises Refusal (403) where somebody may not judge this archive again. Without an actor an operator does it."""
    require(actor is None or (may(actor, Right.REJUDGE, club) if club else sees_all(actor)))


def _check(game: str, rules: str) -> None:
    if not game:
        raise Refusal("game-needed", _("To put other rules in place, name the game they are of."), 422)
    game_of(game, rules)


@transaction.atomic
def stop(actor: Actor, rejudging: Rejudging) -> Rejudging:
    """Cancel a re-judging. What was judged stays. Raises Refusal (403)."""
    _allow(actor, rejudging.club)
    stopped = Rejudging.objects.filter(pk=rejudging.pk, state__in=Rejudging.open_states())
    if stopped.update(state=Rejudging.State.CANCELLED, finished_at=timezone.now()):
        audit.record("rejudging.cancel", f"rejudging:{rejudging.pk}", by=actor)
    rejudging.refresh_from_db()
    return rejudging


def scope_of(rejudging: Rejudging) -> QuerySet[Match]:
    """The matches of a re-judging, those still to be judged included."""
    matches = Match.objects.filter(STORED, created_at__lte=rejudging.created_at, state__in=WHOLE)
    if rejudging.club_id is not None:
        matches = matches.filter(club=rejudging.club_id)
    return search(matches, **rejudging.filters)


def continue_rejudging(rejudging_id: Any, seconds: float | None = None, *, redelivered: bool = False) -> bool:
    """Work on a re-judging for so many seconds (SLICE of the settings), then enqueue a task for the rest; whether it
    waited for a worker."""
    until = time.monotonic() + (settings.SLICE if seconds is None else seconds)
    rejudging = jobs.claim(Rejudging.objects.select_related("club"), rejudging_id, redelivered=redelivered)
    if rejudging is None:
        return False
    with jobs.released_on_error(rejudging):
        _prepare(rejudging)
        while True:
            chunk, last = _chunk(rejudging)
            if not _store(rejudging, chunk, last) or last:
                return True
            if time.monotonic() >= until or Match.objects.filter(state=Match.State.PENDING).exists():
                jobs.release(rejudging)
                queue.enqueue_rejudging(rejudging.pk)
                return True


def _prepare(rejudging: Rejudging) -> None:
    """Count the matches of a re-judging that begins; one that workers were lost over is continued match by match."""
    if rejudging.total is None:
        rejudging.total = scope_of(rejudging).count()
        Rejudging.objects.filter(pk=rejudging.pk).update(total=rejudging.total)
    if rejudging.attempts > 1 and rejudging.careful < CHUNK:
        rejudging.careful = CHUNK
        Rejudging.objects.filter(pk=rejudging.pk).update(careful=CHUNK)


def _chunk(rejudging: Rejudging) -> tuple[list[Outcome], bool]:
    """The outcomes of the next matches, and whether they are the last. Nothing is stored yet."""
    most = 1 if rejudging.careful else CHUNK
    coming = scope_of(rejudging).order_by("pk")
    if rejudging.after is not None:
        coming = coming.filter(pk__gt=rejudging.after)
    ids = list(coming.values_list("pk", flat=True)[: most + 1])
    outcomes: list[Outcome] = []
    size = 0
    for match in _read_matches(ids[:most]):
        if rejudging.attempts > jobs.ATTEMPTS and not outcomes:
            outcomes.append(Outcome(match, None, None, f"given up after {jobs.ATTEMPTS} attempts"))
        else:
            outcomes.append(judge_again(rejudging, match))
        size += len(match.source) if outcomes[-1].judged else 0
        if size >= CHUNK_BYTES or outcomes[-1].error == OUT_OF_TIME:
            break
    return outcomes, len(ids) <= most and len(outcomes) == len(ids[:most])


def _read_matches(ids: Sequence[uuid.UUID]) -> Iterator[Match]:
    """The matches with these ids, a few in memory at a time."""
    for start in range(0, len(ids), 10):
        few = Match.objects.filter(pk__in=ids[start : start + 10]).select_related("current_judgement", "club")
        yield from few.prefetch_related("seats").order_by("pk")


def _store(rejudging: Rejudging, chunk: Sequence[Outcome], last: bool) -> bool:
    """Store a chunk, unless another worker has stored it or the re-judging was cancelled meanwhile."""
    with transaction.atomic():
        here = Rejudging.objects.filter(pk=rejudging.pk, state__in=Rejudging.open_states())
        here = here.filter(after=rejudging.after) if rejudging.after else here.filter(after__isnull=True)
        rejudging.after = chunk[-1].match.pk if chunk else rejudging.after
        rejudging.careful = max(0, rejudging.careful - len(chunk))
        rejudging.attempts = 0
        now = clock.now()
        if not here.update(after=rejudging.after, careful=rejudging.careful, attempts=0, touched_at=now):
            return False
        counts, summary = store_results(rejudging, chunk)
        before = Rejudging.objects.values_list("summary", flat=True).get(pk=rejudging.pk)
        changed: dict[str, Any] = {name: F(name) + count for name, count in counts.items()}
        if last:
            changed |= {"state": Rejudging.State.DONE, "finished_at": now}
        Rejudging.objects.filter(pk=rejudging.pk).update(**changed, summary=merged_summary(before, summary))
        if last:
            _report_end(rejudging)
    return True


def _report_end(rejudging: Rejudging) -> None:
    """Notify webhooks and write the audit entry when a re-judging has ended, in the same transaction."""
    rejudging.refresh_from_db()
    payload = {
        "rejudging": str(rejudging.pk),
        "state": rejudging.state,
        "apply": rejudging.apply,
        "rules": rejudging.rules,
        "matches": rejudging.done,
        "same": rejudging.same,
        "differing": rejudging.differing,
        "failed": rejudging.failed,
        "skipped": rejudging.skipped,
        "kinds": rejudging.summary.get("kinds", {}),
        "engine": rejudging.engine_version,
        "url": reverse("api:rejudging", args=[rejudging.pk]),
        "page": reverse("pages:rejudging", args=[rejudging.pk]),
    }
    webhooks.notify(rejudging.club_id, WebhookKind.REJUDGING_DONE, rejudging.pk, payload)
    counts = {name: payload[name] for name in ("matches", "same", "differing", "failed", "skipped")}
    audit.record("rejudging.done", f"rejudging:{rejudging.pk}", by=rejudging.created_by, club=rejudging.club_id, **counts)


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again the re-judgings that have waited for so many seconds or lost their worker (``jobs.sweep``)."""
    return jobs.sweep(Rejudging.objects.all(), queue.enqueue_rejudging, older_than, lost_after)
