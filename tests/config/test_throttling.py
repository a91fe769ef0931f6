"""Who asks too often is told to wait, by token, account, address and name; the client's own word for its address is not taken."""

from __future__ import annotations

import io
import os
import socket
import threading
import uuid
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache, close_caches
from django.core.management import call_command
from django.db import connection
from django.test import Client, RequestFactory

from config.settings import environment
from records.accounts import clubs
from records.archive import batches
from records.core import errors
from records.core.ops import rate_limit
from records.core.queue import jobs
from tests.people import CLEAN, client_of, person

pytestmark = pytest.mark.django_db

REDIS = os.environ.get("CACHE_URL", "redis://127.0.0.1:6379/15")
OF_PROCESS, OF_DATABASE, OF_REDIS = "", "database", REDIS


def answers() -> bool:
    """Whether there is a Redis to count in."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((urlsplit(REDIS).hostname or "", urlsplit(REDIS).port or 6379)) == 0


@pytest.fixture(params=[OF_PROCESS, OF_DATABASE, OF_REDIS])
def counted_in(request: Any, settings: Any) -> str:
    """Where requests are counted: whatever CACHE_URL may name."""
    url: str = request.param
    if url == OF_REDIS and not answers():
        pytest.skip("no Redis answers")
    prefix = f"referee-test-{uuid.uuid4().hex}"
    settings.CACHES = {
        "default": {**environment.cache(url), "KEY_PREFIX": prefix},
        "sign-in": {**environment.sign_in_cache(url), "KEY_PREFIX": f"{prefix}-sign-in"},
    }
    if url == OF_DATABASE:
        call_command("createcachetable", verbosity=0)
    return url


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole windows: a test does not end in another minute than it began."""
    monkeypatch.setattr(rate_limit.time, "time", lambda: 1_800_000_010.0)


@pytest.fixture
def few(settings: Any) -> Any:
    settings.THROTTLE = dict.fromkeys(("anon", "user", "login", "login-name", "worth", "page-upload"), "3/min")
    return settings


def statuses(ask: Any, times: int = 5) -> list[int]:
    return [ask().status_code for _ in range(times)]


def test_api_is_throttled_by_token_account_and_address(few: Any, counted_in: str) -> None:
    owner, other = person("owner"), person("other")
    first, second, anonymous = client_of(owner), client_of(owner), Client()
    browser = Client()
    browser.force_login(owner)
    for client in (first, second, anonymous, browser, client_of(other)):
        assert statuses(lambda client=client: client.get("/api/v1/games"), 4) == [200, 200, 200, 429]
    refused: Any = first.get("/api/v1/games", headers={"Accept-Language": "en"})
    assert refused.headers["Retry-After"] == "50"
    assert (refused.json()["code"], refused.headers["Content-Type"]) == ("throttled", "application/problem+json")


def test_throttle_ends_with_its_window(few: Any, counted_in: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [rate_limit.hit("anon", "a") for _ in range(4)] == [0, 0, 0, 50]
    monkeypatch.setattr(rate_limit.time, "time", lambda: 1_800_000_060.0)
    assert rate_limit.hit("anon", "a") == 0


@pytest.mark.parametrize(("said", "wanted"), [("120/min", (120, 60)), ("30/hour", (30, 3600)), ("5/s", (5, 1)), ("", None)])
def test_rate_is_read_as_written(settings: Any, said: str, wanted: Any) -> None:
    settings.THROTTLE = {"anon": said}
    assert rate_limit.rate_of("anon") == wanted


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_are_all_counted(few: Any, counted_in: str) -> None:
    """Raised in the cache itself: reading, adding one and writing back would lose one of two. (Django's cache in the database
    does just that: some of those who ask in the same moment are counted as one there, as the operations page says.)"""
    few.THROTTLE = {"anon": "1000/min"}

    def count() -> None:
        for _ in range(25):
            rate_limit.hit("anon", "a")
        close_caches()
        connection.close()

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counted = rate_limit._count("anon", "a", rate_limit.Rate(1000, 60), 0)
    assert 25 <= counted <= 100 if counted_in == OF_DATABASE else counted == 100


def test_throttle_lets_requests_through_while_the_cache_is_away(few: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(cache._connections["default"] if hasattr(cache, "_connections") else cache), "add", broken)
    assert statuses(lambda: Client().get("/api/v1/games")) == [200] * 5


def broken(*args: Any, **more: Any) -> Any:
    raise OSError("away")


@pytest.mark.parametrize(
    ("proxies", "said", "address"),
    [
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        (2, "6.6.6.6, 1.2.3.4, 10.0.0.1", "1.2.3.4"),
        (1, "", "127.0.0.1"),
        (2, "1.2.3.4", "127.0.0.1"),
    ],
)
def test_client_address_is_what_own_proxies_saw(settings: Any, proxies: int, said: str, address: str) -> None:
    settings.PROXIES = proxies
    assert rate_limit.address_of(RequestFactory().get("/", headers={"X-Forwarded-For": said})) == address


def test_forged_address_header_is_counted_for_the_real_address(few: Any) -> None:
    asked = [Client().get("/api/v1/games", headers={"X-Forwarded-For": f"6.6.6.{n}"}).status_code for n in range(4)]
    assert asked == [200, 200, 200, 429]


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/calculator/", "get"),
        ("/api/v1/matches/0b1f3a5c-2d4e-8f60-8a9b-0c1d2e3f4a5b/rounds/1/frames", "get"),
        ("/api/v1/matches/0b1f3a5c-2d4e-8f60-8a9b-0c1d2e3f4a5b/rounds/1/review", "get"),
        ("/upload/", "post"),
    ],
)
def test_costly_page_is_throttled(few: Any, path: str, method: str) -> None:
    assert [status == 429 for status in statuses(lambda: getattr(Client(), method)(path))] == [False] * 3 + [True] * 2


def test_form_without_files_is_not_counted_as_one_with_files(few: Any) -> None:
    form = {"data": "action=share", "content_type": "application/x-www-form-urlencoded"}
    assert 429 not in statuses(lambda: Client().post("/upload/", **form))


def test_form_without_csrf_token_is_refused_in_the_readers_language() -> None:
    for language, word in (("en", "Nothing was changed"), ("zh-TW", "未作任何更改")):
        strict = Client(enforce_csrf_checks=True, HTTP_ACCEPT_LANGUAGE=language)
        answer = strict.post("/accounts/login/", {"username": "a", "password": "b"})
        assert (answer.status_code, word in answer.content.decode()) == (403, True)
        assert "main" in answer.content.decode()


def test_batch_beyond_the_open_ones_allowed_is_refused(settings: Any) -> None:
    settings.BATCHES_OPEN = 2
    owner = person("owner")
    club = clubs.create(owner, "Tea", "tea")

    def receive(into: Any = None) -> Any:
        return batches.receive(io.BytesIO(CLEAN).read, media_type="text/x-ppn", user=owner, club=into)

    first = receive()
    receive()
    with pytest.raises(errors.Refusal) as refused:
        receive()
    assert (refused.value.code, refused.value.status) == ("too-many-batches", 429)
    receive(club)
    jobs.run(first.pk)
    receive()
