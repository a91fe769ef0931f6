"""Claims of a worker whose clock was wrong: a clock that was a day ahead, and then lost, holds nothing for a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from records.accounts import clubs, webhooks
from records.accounts.models import Webhook, WebhookDelivery, WebhookKind
from records.archive import matches
from records.archive.matches.judging.claims import Claims
from records.archive.models import Match
from records.core.db import clock
from records.core.queue import jobs
from records.core.queue.models import Job
from tests.people import CLEAN as PPN
from tests.people import client_of, upload

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
LATER = timedelta(seconds=settings.LOST_AFTER + 5)


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Lets time pass on the database's clock."""
    passed = timedelta()
    real = clock.now

    def let(more: timedelta) -> None:
        nonlocal passed
        passed += more

    monkeypatch.setattr(clock, "now", lambda: real() + passed)
    return let


@pytest.fixture
def pending(owner: Any) -> list[Match]:
    """Two matches that wait."""
    for place in range(2):
        upload(client_of(owner), PPN.replace(b"[Game", b'[Table "%d"]\n[Game' % place))
    return list(Match.objects.all())


def test_claim_of_a_clock_that_was_a_day_ahead_is_swept_like_any_other(
    pending: list[Match], passes: Callable[[timedelta], None]
) -> None:
    ids = [match.pk for match in pending]
    ahead = [timezone.now() + DAY, timezone.now() + DAY + timedelta(hours=1)]
    for id_, moment in zip(ids, ahead, strict=False):
        Match.objects.filter(pk=id_).update(state=Match.State.JUDGING, state_since=moment, attempts=1)
    assert matches.sweep(60) == 0, "its worker may be at it"
    moments = set(Match.objects.values_list("state_since", flat=True))
    assert max(moments) <= clock.now()
    assert len(moments) == len(ids), "what two workers held stays apart"
    passes(LATER)
    assert matches.sweep(60) == len(ids)


def test_match_that_was_enqueued_by_a_clock_a_day_ahead_is_enqueued_again(
    pending: list[Match], passes: Callable[[timedelta], None]
) -> None:
    Match.objects.update(enqueued_at=timezone.now() + DAY)
    assert matches.sweep(60) == 0
    passes(timedelta(seconds=61))
    assert matches.sweep(60) == len(pending)


def test_job_of_a_clock_that_was_a_day_ahead_is_swept_like_any_other(passes: Callable[[timedelta], None]) -> None:
    Job.objects.create(kind="any", state=Job.State.RUNNING, touched_at=timezone.now() + DAY)
    assert jobs.sweep(60) == 0
    passes(LATER)
    assert jobs.sweep(60) == 1


def test_message_and_webhook_that_wait_longer_than_any_pause_are_due(owner: Any) -> None:
    webhook, _ = webhooks.add(owner, clubs.create(owner, "Tea", "tea"), "https://example.org/", [WebhookKind.BATCH_DONE])
    webhooks.send_test(owner, webhook)
    WebhookDelivery.objects.update(next_at=timezone.now() + DAY)
    Webhook.objects.update(held_until=timezone.now() + DAY)
    assert webhooks.sweep() == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no clock but the machine's")
def test_claim_is_dated_by_the_database_whatever_the_workers_clock_says(
    pending: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: right + DAY)
    with Claims([match.pk for match in pending], redelivered=False) as portions:
        next(iter(portions))
        claimed: list[datetime] = list(Match.objects.filter(state=Match.State.JUDGING).values_list("state_since", flat=True))
    assert claimed
    assert all(abs(moment - right) < timedelta(minutes=5) for moment in claimed)
