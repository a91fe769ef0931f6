"""Answers that are stored for requests that are repeated: with the change or not at all, for who asked, for a day."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from records.accounts.models import Club
from records.core.errors import Refusal
from records.core.models import AnsweredRequest
from records.core.ops import repeats
from tests.records.errors import refused

pytestmark = pytest.mark.django_db
ANSWER = repeats.Answer(201, {"Location": "/there"}, '{"token": "a secret"}')


def answered(who: str = "user:1", key: str = "k", *said: str, **more: Any) -> tuple[repeats.Answer, bool]:
    """The answer to a request that makes a club, and whether it was made now."""
    with repeats.asked_once(who, key, *said, **more) as asked:
        if asked.earlier is not None:
            return asked.earlier, False
        Club.objects.create(name="Tea", slug=f"tea-{Club.objects.count()}")
        asked.keep(ANSWER)
        return ANSWER, True


def test_repeated_request_gets_the_stored_answer_and_is_not_carried_out() -> None:
    assert [answered(), answered()] == [(ANSWER, True), (ANSWER, False)]
    assert Club.objects.count() == 1
    assert [answered(who)[1] for who in ("user:2", "token:1", "seat:1.E.0", "seat:1.S.0")] == [True] * 4, "keys of others"
    assert answered(key="with spaces in it " + "x" * 237)[1] is True


def test_another_request_with_the_key_is_refused() -> None:
    answered("user:1", "k", "one", "two")
    for said in (("onetwo",), ("one", "tw", "o"), ("two", "one"), ()):
        with refused("idempotency-key-reused", 422):
            answered("user:1", "k", *said)


@pytest.mark.parametrize("key", ["", "x" * 256, "é", "a\nb", "a\x7f"])
def test_malformed_key_is_refused(key: str) -> None:
    with refused("invalid-idempotency-key", 400):
        answered(key=key)


def test_change_that_fails_leaves_neither_rows_nor_answer() -> None:
    def fail() -> None:
        with repeats.asked_once("user:1", "k") as asked:
            Club.objects.create(name="Tea", slug="tea")
            asked.keep(ANSWER)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not Club.objects.exists()
    assert answered() == (ANSWER, True)


def test_request_whose_first_is_still_being_answered_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "take_named", lambda name, *, wait: wait)
    with pytest.raises(Refusal) as refusal:
        answered()
    assert (refusal.value.code, refusal.value.status, refusal.value.retry_after) == ("request-in-progress", 409, 1)
    assert answered(wait=True)[1] is True


@pytest.mark.django_db(transaction=True)
def test_requests_with_one_key_at_once_are_carried_out_once() -> None:
    start, results = threading.Barrier(4), list[Any]()

    def ask(wait: bool) -> None:
        try:
            start.wait()
            results.append(answered(wait=wait)[1])
        except Refusal as refusal:
            results.append(refusal.code == "request-in-progress" and "later")
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=[wait]) for wait in (True, True, False, False)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results.count(True) == 1
    assert set(results) <= {True, False, "later"}
    assert Club.objects.count() == 1


def test_answer_is_stored_encrypted_and_the_key_as_a_digest(settings: Any) -> None:
    answered(key="evening-42")
    row = AnsweredRequest.objects.get()
    for column in (row.id, row.request, row.answer):
        assert "secret" not in column
        assert "evening-42" not in column
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-key-" * 6, []
    with refused("answer-unreadable", 409):
        answered(key="evening-42")
    assert Club.objects.count() == 1, "nothing is carried out again"


def test_answer_is_forgotten_after_a_day() -> None:
    answered()
    assert repeats.forget() == 0
    AnsweredRequest.objects.update(at=timezone.now() - timedelta(hours=24, seconds=1))
    assert answered()[1] is True
    AnsweredRequest.objects.update(at=timezone.now() - timedelta(hours=24, seconds=1))
    assert repeats.forget() == 1
    assert not AnsweredRequest.objects.exists()
