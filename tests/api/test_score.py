"""Hands valued over REST: the answers of ``referee score``, and a problem for whatever cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from api.engine import score
from api.http import parsers
from tests.api.problems import problem

HAND = {"game": "sichuan", "hand": "123456789m1234p", "win": "1p"}

client = APIClient()


def asked(question: Any, **more: Any) -> Any:
    """The answer to a question, sent as JSON."""
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    return client.post("/api/v1/score", body, content_type="application/json", **more)


def test_score_answers_the_documented_examples() -> None:
    assert asked(score.QUESTION).json() == score.ANSWER
    assert asked({**HAND, "waits": True}).json() == {"waits": {"1p": 1, "4p": 1}}
    assert asked({**HAND, "hand": "123456789m123p5s", "win": "5s"}).json() == {"wins": False, "reason": "three-suits"}


def test_score_takes_no_query(django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        asked(HAND)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"rules": "slow"}, "rules"),
        ({"hand": "12"}, "hand"),
        ({"melds": ["peng:123p"]}, "melds"),
        ({"win": True}, "win"),
        ({"flags": ["gangshanghua"]}, "flags"),
    ],
)
def test_score_of_an_unreadable_hand_is_a_problem(more: dict[str, Any], field: str) -> None:
    for language in ("zh-hant", "en"):
        answer = asked({**HAND, **more}, HTTP_ACCEPT_LANGUAGE=language)
        told = problem(answer, 422, "invalid")
        assert told["field"] == field
        assert told["detail"].startswith(f"{field}: ")
        assert any("\u4e00" <= char <= "\u9fff" for char in told["detail"]) == (language == "zh-hant")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "not-json"),
        (b"\xff\xfe\x00", 400, "not-json"),
        (b"[" * 15_000, 400, "not-json"),
        (b'{"hand": 1' + b"0" * 6000 + b"}", 400, "not-json"),
        (b"", 422, "invalid"),
        (b"null", 422, "invalid"),
    ],
)
def test_score_of_no_question_is_a_problem(body: bytes, status: int, code: str) -> None:
    problem(asked(body), status, code)


def test_score_beyond_a_limit_is_a_problem() -> None:
    problem(asked(b" " * (parsers.QUESTION_BYTES + 1)), 413, "too-large")
    problem(client.post("/api/v1/score", b"game=sichuan", content_type="text/plain"), 415, "unsupported-media-type")
    problem(client.get("/api/v1/score"), 405, "method-not-allowed")
