"""What needs no stored match: stateless verification, games, rulebooks, the description, problems."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

import referee
from tests.api.problems import problem
from tests.people import CLEAN, FLAGGED, PPN

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> APIClient:
    return APIClient()


def test_verify_answers_one_match_with_its_verdict(client: APIClient) -> None:
    answer = client.post("/api/v1/verify", FLAGGED, content_type=PPN)
    assert answer.json() == json.loads(json.dumps(referee.verify(referee.parse(FLAGGED)).as_dict()))


def test_verify_answers_several_matches_in_their_order(client: APIClient) -> None:
    broken = b'\n[PPN "1"]\n[oops\n'
    answer = client.post("/api/v1/verify", CLEAN + broken + FLAGGED, content_type=PPN).json()
    assert [verdict["status"] for verdict in answer] == ["clean", "unreadable", "flagged"]
    finding = answer[1]["findings"][0]
    assert (finding["code"], finding["line"], finding["column"]) == ("syntax", CLEAN.count(b"\n") + 3, 1)


def test_verify_stores_nothing(client: APIClient, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.post("/api/v1/verify", CLEAN, content_type=PPN)


def test_games_are_listed_with_their_rulebooks(client: APIClient) -> None:
    for game in client.get("/api/v1/games").json():
        book = client.get(game["rulebook_url"]).json()
        assert book["clauses"]
        assert all(clause["zh"] and clause["en"] for clause in book["clauses"])
    problem(client.get("/api/v1/games/chess/rulebook"), 404, "unknown-game")


def test_openapi_description_is_sound(tmp_path: Any) -> None:
    path = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(path))
    assert path.read_text().startswith("openapi: 3.1")


def test_openapi_description_can_be_browsed(client: APIClient) -> None:
    page = client.get("/api/v1/docs").content.decode()
    assert "https://" not in page
    assert client.get("/api/v1/schema").status_code == 200


def test_wrong_request_is_answered_with_a_problem(client: APIClient) -> None:
    problem(client.get("/api/v1/nowhere"), 404, "not-found")
    problem(client.put("/api/v1/games"), 405, "method-not-allowed")
    problem(client.post("/api/v1/verify", b"x", content_type="image/png"), 415, "unsupported-media-type")


def test_problem_is_told_in_the_readers_language(client: APIClient) -> None:
    for language, word in (("zh-hant", "空"), ("en", "empty")):
        answer = client.post("/api/v1/verify", b"", content_type=PPN, HTTP_ACCEPT_LANGUAGE=language)
        assert word in problem(answer, 422, "empty")["detail"]
