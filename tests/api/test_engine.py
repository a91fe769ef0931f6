"""What needs no stored match: stateless verification, games, rulebooks, the description, problems."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

import referee
from api.engine import verify
from referee.core.wording import verdict_with_names
from tests.api.problems import problem
from tests.people import CLEAN, FLAGGED, PPN, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> APIClient:
    return APIClient()


def test_verify_answers_one_match_with_its_verdict(client: APIClient) -> None:
    answer = client.post("/api/v1/verify", FLAGGED, content_type=PPN)
    record = referee.parse(FLAGGED)
    told = verdict_with_names(referee.verify(record).as_dict(), record, ("zh", "en"))
    assert answer.json() == json.loads(json.dumps(told))


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [
        ("zh-TW", "zh", "西·Wang Wu手裡沒有"),
        ("zh-CN", "zh-Hans", "西·Wang Wu手里没有"),
    ],
)
def test_verify_names_the_players_in_its_messages(client: APIClient, language: str, word: str, said: str) -> None:
    hands = '[Hand.E "123456789m1179p8p"]\n[Hand.S "?"]\n[Hand.W "1379p1379s2468s2p"]\n[Hand.N "?"]\n'
    head = '[PPN "1"]\n[Game "sichuan"]\n[Seat.W "Wang Wu"]\n[Round "1"]\n[Dealer "E"]\n'
    answer = client.post("/api/v1/verify", f"{head}{hands}E-9p W.peng".encode(), content_type=PPN, HTTP_ACCEPT_LANGUAGE=language)
    (finding,) = answer.json()["rounds"][0]["findings"]
    assert finding["message"][word].startswith(said)
    assert finding["data"]["seat"] == "W"
    assert ("zh-Hans" in finding["message"]) == (word == "zh-Hans")


def test_verify_answers_several_matches_in_their_order(client: APIClient) -> None:
    broken = b'\n[PPN "1"]\n[oops\n'
    answer = client.post("/api/v1/verify", CLEAN + broken + FLAGGED, content_type=PPN).json()
    assert [verdict["status"] for verdict in answer] == ["clean", "unreadable", "flagged"]
    finding = answer[1]["findings"][0]
    assert (finding["code"], finding["line"], finding["column"]) == ("syntax", CLEAN.count(b"\n") + 3, 1)


def test_verify_answers_more_than_is_held_in_memory_whole(client: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "HELD", 100_000)
    rounds = b"".join(b'[Round "%d"]\n' % number for number in range(1, 501))
    data = b'[PPN "1"]\n[Game "gouji"]\n' + rounds
    alone = client.post("/api/v1/verify", data, content_type=PPN)
    several = client.post("/api/v1/verify", data * 3, content_type=PPN)
    for answer, number in ((alone, 1), (several, 3)):
        assert (answer.status_code, answer.streaming, answer["Content-Type"]) == (200, True, "application/json")
        body = b"".join(answer.streaming_content)
        assert len(body) == int(answer["Content-Length"])
        verdicts = json.loads(body)
        assert [len(verdict["rounds"]) for verdict in ([verdicts] if number == 1 else verdicts)] == [500] * number


def test_verify_stores_nothing(client: APIClient, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.post("/api/v1/verify", CLEAN, content_type=PPN)


def test_games_are_listed_with_their_rulebooks(client: APIClient) -> None:
    for game in client.get("/api/v1/games").json()["results"]:
        book = client.get(game["rulebook_url"]).json()
        assert book["clauses"]
        assert all(clause["zh"] and clause["en"] for clause in book["clauses"])
        assert all(("I" in one["mark"]) is bool(one["reason"]) for one in [*book["clauses"], *book["presets"]])
    problem(client.get("/api/v1/games/chess/rulebook"), 404, "unknown-game")


def test_openapi_description_can_be_browsed(client: APIClient) -> None:
    assert "https://" not in client.get("/api/v1/docs").content.decode()


def test_wrong_request_is_answered_with_a_problem(client: APIClient) -> None:
    problem(client.get("/api/v1/nowhere"), 404, "not-found")
    problem(client.put("/api/v1/games"), 405, "method-not-allowed")
    problem(client.post("/api/v1/verify", b"x", content_type="image/png"), 415, "unsupported-media-type")


@pytest.mark.parametrize("address", ["verify", "matches", "batches"])
@pytest.mark.parametrize(
    ("data", "media_type", "language", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "image/png", "en", "This is a PNG picture, not a PPN record. No play can be read from"),
        (b"%PDF-1.7", "application/pdf", "zh-CN", "这是 PDF 文档，不是 PPN 牌谱。请把其中的牌谱另存成纯文本文件"),
        (b"no picture", "image/png", "en", "image/png is not accepted; expected "),
    ],
)
def test_body_of_another_media_type_is_refused_by_the_name_of_what_it_is(
    owner: Any, address: str, data: bytes, media_type: str, language: str, told: str
) -> None:
    asked = client_of(owner).post(f"/api/v1/{address}", data, content_type=media_type, HTTP_ACCEPT_LANGUAGE=language)
    assert problem(asked, 415, "unsupported-media-type")["detail"].startswith(told)
