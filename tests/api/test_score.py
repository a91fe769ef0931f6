"""Hands valued over REST: the answers of ``referee score``, and a problem for whatever cannot be read."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

import referee
from api.engine import score
from api.http import parsers
from tests.api.problems import problem

HAND = {"game": "sichuan", "hand": "123456789m1234p", "win": "1p"}
FIELDS = ("game", "rules", "hand", "melds", "win", "by", "flags", "dealer", "waits", "readings")

client = APIClient()


def asked(question: Any, **more: Any) -> Any:
    """The answer to a question, sent as JSON."""
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    return client.post("/api/v1/score", body, content_type="application/json", **more)


def test_score_answers_the_documented_examples() -> None:
    assert asked(score.QUESTION).json() == score.ANSWER
    assert asked({**HAND, "waits": True}).json() == {"waits": {"1p": 1, "4p": 1}}
    assert asked({**HAND, "hand": "123456789m123p5s", "win": "5s"}).json() == {"wins": False, "reason": "three-suits"}


def test_score_is_the_answer_of_the_engine() -> None:
    for more in ({}, {"readings": True}, {"by": "discard"}, {"flags": ["tianhu"], "rules": "putong max_fan=1"}):
        assert asked({**HAND, **more}).json() == referee.score({**HAND, **more})


def test_score_takes_no_query(django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        asked(HAND)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game": None}, "game"),
        ({"rules": "slow"}, "rules"),
        ({"rules": 3}, "rules"),
        ({"hand": "12"}, "hand"),
        ({"hand": "123m"}, "hand"),
        ({"hand": "1" * 5000}, "hand"),
        ({"hand": "7z" * 13}, "hand"),
        ({"hand": "11111m12345678p"}, "hand"),
        ({"melds": "peng:555p"}, "melds"),
        ({"melds": ["peng:123p"]}, "melds"),
        ({"melds": ["chi:123p"]}, "melds"),
        ({"win": "12m"}, "win"),
        ({"win": True}, "win"),
        ({"by": "luck"}, "by"),
        ({"by": ["draw"]}, "by"),
        ({"flags": ["lucky"]}, "flags"),
        ({"flags": {}}, "flags"),
        ({"dealer": 1}, "dealer"),
        ({"waits": "yes"}, "waits"),
        ({"readings": 0}, "readings"),
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
    ("more", "field", "told"),
    [
        ({"flags": ["gangshanghua"]}, "flags", ("After a kong", "no kong")),
        ({"flags": ["tianhu"], "dealer": False}, "flags", ("Heavenly hand", "not the dealer")),
        ({"flags": ["dihu"], "by": "discard"}, "flags", ("Earthly hand", "On a discard")),
        ({"by": "rob"}, "win", ("Robbing a kong", "1 of dots ×1 held")),
    ],
)
def test_score_of_what_cannot_be_together_names_both(more: dict[str, Any], field: str, told: tuple[str, str]) -> None:
    """P3: as score sheets do."""
    answer = problem(asked({**HAND, **more}, HTTP_ACCEPT_LANGUAGE="en"), 422, "invalid")
    assert answer["field"] == field
    assert all(words in answer["detail"] for words in told)


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe\x00", b"[" * 15_000, b'{"hand": 1' + b"0" * 6000 + b"}"])
def test_score_of_no_json_is_a_problem(body: bytes) -> None:
    problem(asked(body), 400, "not-json")


@pytest.mark.parametrize("body", [b"", b"[]", b"3", b"null", b'"sichuan"', b"true"])
def test_score_of_no_object_is_a_problem(body: bytes) -> None:
    problem(asked(body), 422, "invalid")


def test_score_beyond_a_limit_is_a_problem() -> None:
    problem(asked(b" " * (parsers.QUESTION_BYTES + 1)), 413, "too-large")
    problem(client.post("/api/v1/score", b"game=sichuan", content_type="text/plain"), 415, "unsupported-media-type")
    problem(client.get("/api/v1/score"), 405, "method-not-allowed")


def test_score_is_throttled_like_verify() -> None:
    from api.engine.verify import Verify

    assert score.Score.throttle_classes == Verify.throttle_classes


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
words = st.sampled_from(
    ["peng:555p", "gang:555p7z", "chi:123m", ":", "peng:", "angang:9999s", "\ud800", "１m", "0m", "?", "z", "7z"]
)


@given(st.dictionaries(st.sampled_from(FIELDS), anything | words | st.lists(words, max_size=5), max_size=6), st.booleans())
def test_score_of_any_body_is_answered_without_a_fault(wrong: dict[str, Any], whole: bool) -> None:
    """Whatever stands in the fields, it is answered, or told what was expected."""
    with mock.patch.object(score.Score, "throttle_classes", []):
        answer = asked({**HAND, **wrong} if whole else wrong)
    assert answer.status_code in (200, 422)
    answer.json()
