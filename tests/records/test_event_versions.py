"""An event's version grows with whatever its page shows: verdicts, rulings, tables; and with nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from records.accounts.models import Club
from records.archive import matches, rejudging
from records.core.queue import jobs
from records.tournament.models import Event
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db

Capture = Callable[..., Any]


def version_of(event: Event) -> int:
    return Event.objects.values_list("version", flat=True).get(pk=event.pk)


def test_version_grows_when_a_match_comes_to_a_table_and_again_when_it_is_judged(
    ann: User, club: Club, event: Event, django_capture_on_commit_callbacks: Capture
) -> None:
    before = version_of(event)
    [match] = upload(club, ann, text(Table="1"), judge=False)
    attached = version_of(event)
    assert attached > before
    with django_capture_on_commit_callbacks() as after_commit:
        matches.judge(match.pk)
    assert version_of(event) == attached, "the event is not locked while its matches are"
    for callback in after_commit:
        callback()
    assert version_of(event) == attached + 1


def test_version_grows_once_for_a_chunk_of_verdicts(
    ann: User, club: Club, event: Event, django_capture_on_commit_callbacks: Capture
) -> None:
    waiting = upload(club, ann, *(text(Table=str(number)) for number in range(1, 6)), judge=False)
    before = version_of(event)
    with django_capture_on_commit_callbacks(execute=True):
        matches.judge_all([match.pk for match in waiting])
    assert version_of(event) == before + 1


def test_version_grows_when_an_archive_is_judged_again_to_other_verdicts(
    ann: User, club: Club, event: Event, django_capture_on_commit_callbacks: Capture
) -> None:
    [match] = upload(club, ann, text(Table="1"))
    match.current_judgement = None
    match.save(update_fields=["current_judgement"])
    before = version_of(event)
    with django_capture_on_commit_callbacks(execute=True):
        again = rejudging.start(ann, club)
        jobs.run(again.pk)
    assert version_of(event) > before


@pytest.mark.parametrize("undone", [False, True])
def test_version_grows_when_a_match_is_deleted_and_when_it_is_brought_back(
    ann: User, club: Club, event: Event, undone: bool
) -> None:
    [match] = upload(club, ann, text(Table="1"))
    before = version_of(event)
    matches.delete(ann, match)
    deleted = version_of(event)
    assert deleted > before
    if undone:
        gone = matches.find_deleted(ann, match.pk)
        assert gone is not None
        matches.restore(ann, gone)
        assert version_of(event) > deleted
