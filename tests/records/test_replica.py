"""Which requests and which of their queries go to the replica. A real one: ``tests/service/test_replica.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import router
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from config.middleware.replica import ReplicaMiddleware
from records.db import replica
from records.models import Match

PRIMARY, REPLICA = "default", replica.REPLICA


@pytest.fixture(autouse=True)
def routed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(router, "routers", [replica.Router()])
    monkeypatch.setattr(replica, "_pause", replica._Pause())


def read_from() -> str:
    return router.db_for_read(Match)


def test_outside_of_a_reading_block_all_is_asked_of_the_primary() -> None:
    assert (read_from(), router.db_for_write(Match)) == (PRIMARY, PRIMARY)
    with replica.reading():
        assert read_from() == REPLICA
    assert read_from() == PRIMARY


def test_block_that_has_written_reads_from_the_primary_to_its_end() -> None:
    with replica.reading():
        router.db_for_write(User)
        assert read_from() == PRIMARY
        with replica.reading():
            assert read_from() == REPLICA
    with replica.reading():
        assert Match.objects.select_for_update().db == PRIMARY
        assert read_from() == PRIMARY


Answer = Callable[[HttpRequest], HttpResponseBase]


def answered(view: Answer, method: str = "GET") -> HttpResponseBase:
    request = HttpRequest()
    request.method = method
    return ReplicaMiddleware(view)(request)


def where(request: HttpRequest) -> HttpResponse:
    return HttpResponse(read_from())


@pytest.mark.parametrize(
    ("method", "caught_up", "name"),
    [
        ("GET", True, REPLICA),
        ("HEAD", True, REPLICA),
        ("POST", True, PRIMARY),
        ("PUT", True, PRIMARY),
        ("DELETE", True, PRIMARY),
        ("OPTIONS", True, PRIMARY),
        ("GET", False, PRIMARY),
    ],
)
def test_only_reading_requests_go_to_a_replica_that_has_caught_up(
    method: str, caught_up: bool, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "has_caught_up", lambda: caught_up)
    response = answered(where, method)
    assert isinstance(response, HttpResponse)
    assert response.content.decode() == name


def test_request_that_failed_on_the_replica_is_answered_by_the_primary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica, "has_caught_up", lambda: True)
    monkeypatch.setattr(replica, "leave", lambda why: asked.append(why))
    asked: list[Any] = []

    def view(request: HttpRequest) -> HttpResponse:
        asked.append(read_from())
        return HttpResponse(status=503 if asked[-1] == REPLICA else 200)

    assert answered(view).status_code == 200
    assert asked == [REPLICA, "failed amid a request", PRIMARY]
