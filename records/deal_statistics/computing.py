"""Working out the statistics of an event's deals, in the background, within a bound of matches and deals."""

from __future__ import annotations

import logging
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

import referee
from records import audit, queue
from records.access.roles import Right
from records.db import clock
from records.deal_statistics.models import DealStatistics
from records.events import matches_of
from records.events.lock import require_event_right
from records.events.models import Event
from records.matches.models import SHOWN, STORED, Match
from records.matches.replay import record_of, verdict_of
from records.people import Actor, person
from records.queue import jobs
from referee import deal_statistics, registry
from referee.rulebook import Rules

log = logging.getLogger(__name__)

MOST_MATCHES, MOST_DEALS = 1000, 4000
"""What is counted of an event at most: its first matches, in the order of their tables."""


def of_event(event: Event) -> DealStatistics | None:
    """The statistics of an event as they stand, None where nobody has asked for them."""
    return DealStatistics.objects.filter(event=event).select_related("asked_by").first()


@transaction.atomic
def ask(actor: Actor, event: Event) -> DealStatistics:
    """Have the statistics of an event worked out anew; for arbiters. Raises Refusal (403). Those under way go on."""
    require_event_right(actor, Right.RULE, event)
    asked, made = DealStatistics.objects.select_for_update(of=("self",)).get_or_create(event=event)
    if made or asked.finished:
        asked.state, asked.attempts = DealStatistics.State.PENDING, 0
        asked.asked_by, asked.asked_at, asked.touched_at = person(actor), clock.now(), clock.now()
        asked.save()
        audit.record("event.statistics", f"event:{event.pk}", by=actor, club=event.club_id)
        queue.enqueue_deal_statistics(asked.pk)
    return asked


def compute(statistics_id: Any, *, redelivered: bool = False) -> bool:
    """Work out statistics that were asked for; whether they waited for a worker. What fails too often is given up."""
    running = jobs.claim(DealStatistics.objects.select_related("event"), statistics_id, redelivered=redelivered)
    if running is None:
        return False
    if running.attempts > jobs.ATTEMPTS:
        _end(running, state=DealStatistics.State.FAILED)
        return True
    with jobs.released_on_error(running):
        result, left_out = _worked_out(running.event)
        _end(running, state=DealStatistics.State.DONE, result=result, left_out=left_out, computed_at=clock.now())
    return True


def _end(running: DealStatistics, **values: Any) -> None:
    claimed = DealStatistics.objects.filter(pk=running.pk, state=DealStatistics.State.RUNNING)
    claimed.update(**values, touched_at=clock.now())


def _worked_out(event: Event) -> tuple[dict[str, Any], int]:
    """The document, and how many matches were left out of it."""
    tables = event.tables.filter(match__in=matches_of(event).filter(STORED, SHOWN)).order_by(
        "round__stage__number", "round__number", "name"
    )
    ids = list(dict.fromkeys(tables.values_list("match", flat=True)))
    deals: list[deal_statistics.Deal] = []
    left_out = max(0, len(ids) - MOST_MATCHES)
    for number, match_id in enumerate(ids[:MOST_MATCHES]):
        if len(deals) >= MOST_DEALS:
            left_out += len(ids[:MOST_MATCHES]) - number
            break
        match = Match.objects.select_related("current_judgement").filter(STORED, pk=match_id).first()
        found = _deals_of(match) if match else None
        left_out += found is None
        deals += found or []
    return deal_statistics.statistics(deals[:MOST_DEALS]), left_out


def _deals_of(match: Match) -> list[deal_statistics.Deal] | None:
    """The deals of a match; None where it is not judged, or cannot be read."""
    record = record_of(match) if verdict_of(match) else None
    if not isinstance(record, referee.Record):
        return None
    game = registry.find(record.game)
    rules = game.rulebook.rules(record.rules) if game else None
    if game is None or not isinstance(rules, Rules):
        return None
    try:
        return list(deal_statistics.deals_of(str(match.pk), record, game, rules))
    except (SoftTimeLimitExceeded, MemoryError):
        raise
    except Exception:
        log.exception("the deals of match %s cannot be counted", match.pk)
        return None


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again those that have waited for so many seconds or lost their worker (``jobs.sweep``)."""
    return jobs.sweep(DealStatistics.objects.all(), queue.enqueue_deal_statistics, older_than, lost_after)
