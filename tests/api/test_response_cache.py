"""What is kept as it is sent: the same as if it were worked out anew, and never more than there is room for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from api.archive.matches.serializers import MatchSerializer
from api.http import response_cache
from api.http.response_cache import answer_cache, cached_answer
from records.archive.models import Judgement, Match
from tests.people import client_of


@pytest.fixture(autouse=True)
def an_empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "answers", answer_cache())


def ask(key: str, size: int = 10) -> bool:
    """Ask for an answer of so many bytes; whether it had to be worked out."""

    def content() -> str:
        worked.append(key)
        return "x" * (size - 2)

    worked: list[str] = []
    request: Any = Request(APIRequestFactory().get("/"))
    request.accepted_media_type = "application/json"
    answer: Any = cached_answer(request, key, content)
    assert len(answer.content) == size
    return bool(worked)


def test_answer_is_worked_out_once() -> None:
    assert [ask("a") for _ in range(3)] == [True, False, False]


def test_cache_takes_no_oversized_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_cache, "MAX_ANSWER_BYTES", 15)
    assert [ask("large", 16) for _ in range(2)] == [True, True]
    assert [ask("small", 15) for _ in range(2)] == [True, False]


def test_cached_verdict_is_the_stored_one(owner: Any, stored: str) -> None:
    client = client_of(owner)
    verdict = Match.objects.get().current_judgement.verdict  # type: ignore[union-attr]
    first, second = client.get(stored + "/verdict"), client.get(stored + "/verdict")
    assert first.json() == second.json() == verdict
    assert first.content == second.content == json.dumps(verdict, ensure_ascii=False, separators=(",", ":")).encode()
    assert first["ETag"] == second["ETag"]
    assert first["Content-Type"] == "application/json"
    assert client.get(stored + "/verdict", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    indented = client.get(stored + "/verdict", HTTP_ACCEPT="application/json; indent=2")
    assert b"\n  " in indented.content
    assert indented.json() == verdict


def test_verdict_that_is_known_is_404_once_its_match_is_no_longer_public(owner: Any, stored: str) -> None:
    Match.objects.update(public=True)
    public = client_of().get(stored + "/verdict")
    assert public["Cache-Control"] == "private, no-cache"
    assert client_of().get(stored + "/verdict", HTTP_IF_NONE_MATCH=public["ETag"]).status_code == 304
    Match.objects.update(public=False)
    for known in (public["ETag"], "*", ""):
        assert client_of().get(stored + "/verdict", HTTP_IF_NONE_MATCH=known).status_code == 404


def test_verdict_judged_again_has_another_etag_though_it_says_the_same(owner: Any, stored: str) -> None:
    client = client_of(owner)
    before = client.get(stored + "/verdict")
    match = Match.objects.get()
    again = Judgement.objects.create(
        match=match, engine_version="9.9", record_sha256=match.sha256, status="clean", verdict=before.json()
    )
    Match.objects.update(current_judgement=again)
    after = client.get(stored + "/verdict", HTTP_IF_NONE_MATCH=before["ETag"])
    assert (after.status_code, after.json()) == (200, before.json())
    assert after["ETag"] != before["ETag"]


def test_verdict_has_another_etag_in_another_release_and_in_simplified_chinese(
    owner: Any, stored: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(owner)
    tags = [client.get(stored + "/verdict")["ETag"], client.get(stored + "/verdict", HTTP_ACCEPT_LANGUAGE="zh-CN")["ETag"]]
    monkeypatch.setattr("referee.__version__", "99.0")
    monkeypatch.setattr(response_cache, "answers", answer_cache())
    tags.append(client.get(stored + "/verdict")["ETag"])
    assert len(set(tags)) == 3


def test_verdict_is_read_by_one_query_beside_those_for_rights(
    owner: Any, stored: str, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(owner)
    client.get(stored + "/verdict")
    with django_assert_num_queries(2):
        client.get(stored + "/verdict")
    monkeypatch.setattr(response_cache, "answers", answer_cache())
    with django_assert_num_queries(3):
        client.get(stored + "/verdict")


def test_match_is_serialized_as_described(owner: Any, stored: str) -> None:
    written = client_of(owner).get(stored).json()
    assert list(written) == MatchSerializer.Meta.fields
    described = {
        name: field for name, field in MatchSerializer().fields.items() if name not in ("url", "verdict_url", "status", "checked")
    }
    match = Match.objects.get()
    plain = {name for name in described if name not in ("findings", "filename", "club", "seats", "id")}
    assert {name: written[name] for name in plain} == {
        name: described[name].to_representation(described[name].get_attribute(match)) for name in plain
    }
