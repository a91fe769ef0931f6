"""What is judged and not stored has limits: programs get a problem that names the limit, people a page in their language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from records.core.sandbox.pool import Pool, pool
from tests.api.problems import problem
from tests.people import CLEAN, PPN

pytestmark = pytest.mark.django_db

LARGE = CLEAN + b"; " + b"x" * (2 * 1024 * 1024)
"""A text that needs more memory than a new child has at hand."""


@pytest.fixture
def occupied() -> Iterator[None]:
    """All children of this process are occupied, and nobody may wait."""
    shared = pool()
    queue, shared.queue = shared.queue, 0
    turns = [shared._turn(False) for _ in range(shared.size)]
    for turn in turns:
        turn.__enter__()
    yield
    for turn in turns:
        turn.__exit__(None, None, None)
    shared.queue = queue


@pytest.fixture
def poor(settings: Any) -> None:
    """Judging may take hardly any memory, and no child has any left over from a text before."""
    settings.JUDGE_MEMORY = 0
    pool().close()


def file(data: bytes = CLEAN) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("evening.ppn", data)}


@pytest.mark.usefixtures("occupied")
@pytest.mark.parametrize(("language", "word"), [("en", "try again"), ("zh-CN", "请稍候")])
def test_what_cannot_be_judged_now_is_refused_with_a_time_to_come_again(language: str, word: str) -> None:
    client = APIClient(headers={"Accept-Language": language})
    question = {"game": "sichuan", "hand": "2344567p345789s", "win": "7p"}
    answers = [
        client.post("/api/v1/verify", CLEAN, content_type=PPN),
        client.post("/api/v1/score", json.dumps(question), content_type="application/json"),
    ]
    for answer in answers:
        assert word in problem(answer, 503, "busy")["detail"]
        assert answer["Retry-After"] == "5"
    reader = Client(headers={"Accept-Language": language})
    pages = [
        reader.post("/upload/", file()),
        reader.get("/calculator/?game=sichuan&hand=2344567p345789s&win=7p"),
    ]
    for page in pages:
        assert (page.status_code, page["Retry-After"]) == (503, "5")
        assert word in page.content.decode()


@pytest.mark.usefixtures("poor")
def test_text_that_takes_too_much_is_refused_by_the_limit() -> None:
    client = APIClient(headers={"Accept-Language": "zh-CN"})
    found = problem(client.post("/api/v1/verify", LARGE, content_type=PPN), 422, "too-costly")
    assert (found["limit"], found["most"], found["size"]) == ("memory", 0, len(LARGE))
    assert "0 MiB 内存" in found["detail"]
    page = Client(headers={"Accept-Language": "en"}).post("/upload/", file(LARGE))
    assert page.status_code == 200
    assert "0 MiB of memory" in page.content.decode()


def test_fault_of_the_engine_is_an_error_of_the_service_and_costs_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    client = APIClient(raise_request_exception=False)
    ask = Pool.ask
    monkeypatch.setattr(Pool, "ask", lambda pool, job, limits, write: ask(pool, job._replace(name="nothing"), limits, write))
    assert client.post("/api/v1/verify", CLEAN, content_type=PPN).status_code == 500
    monkeypatch.undo()
    assert client.post("/api/v1/verify", CLEAN, content_type=PPN).status_code == 200


def test_verdict_too_long_for_a_page_is_not_shown_on_it(client: Client) -> None:
    hands = "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN")
    rounds = "".join(f'[Round "{number}"]\n[Dealer "E"]\n{hands}{"E.fa:fine-1 " * 2_000}\n' for number in range(1, 16))
    page = client.post("/upload/", file(f'[PPN "1"]\n[Game "sichuan"]\n{rounds}'.encode()), headers={"Accept-Language": "en"})
    text = page.content.decode()
    assert 'class="verdict ' not in text
    assert "more was dropped than is judged without signing in" in text
    assert 'href="/accounts/login/"' in text
