"""Sessions: the sweeper clears those that have ended."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from records import tasks
from records.accounts.sign_in import sessions

pytestmark = pytest.mark.django_db


def session(key: str, days: float) -> None:
    Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))


def test_expired_sessions_are_cleared_by_the_sweep_and_others_stay() -> None:
    session("ended", -1)
    session("open", 1)
    tasks.sweep()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["open"]


def test_sweep_clears_a_limited_number_of_sessions_the_oldest_first() -> None:
    for number in range(5):
        session(f"ended{number}", -1 - number)
    assert sessions.clear_expired_sessions(at_most=3) == 3
    assert set(Session.objects.values_list("session_key", flat=True)) == {"ended0", "ended1"}
