"""Simplified Chinese beside the other two languages, for clients that ask for it; what is stored has none."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from records.accounts import clubs
from records.archive import matches
from records.archive.models import Judgement
from records.tournament import events
from tests.chinese import texts_of, traditional
from tests.people import FLAGGED, client_of, upload

pytestmark = pytest.mark.django_db

MAINLAND = {"Accept-Language": "zh-CN,zh;q=0.9"}
OTHERS = [{}, {"Accept-Language": "zh-TW"}, {"Accept-Language": "en"}]


@pytest.fixture
def flagged(owner: Any) -> str:
    """The address of a judged match with a finding."""
    answer = upload(client_of(owner), FLAGGED).json()["matches"][0]
    matches.judge(answer["id"])
    return f"/api/v1/matches/{answer['id']}"


@pytest.mark.parametrize(
    "address", ["{}/verdict", "{}/rounds/7/frames", "/api/v1/games/sichuan/rulebook", "/api/v1/games?limit=9"]
)
def test_texts_have_simplified_chinese_for_those_who_read_it_alone(owner: Any, flagged: str, address: str) -> None:
    client, address = client_of(owner), address.format(flagged)
    asked = client.get(address, headers=MAINLAND)
    others = [client.get(address, headers=headers) for headers in OTHERS]
    assert texts_of(asked.json())
    assert [text for text in texts_of(asked.json()) if traditional(text["zh-Hans"])] == []
    assert len({answer.content for answer in others}) == 1
    assert [text for text in texts_of(others[0].json()) if "zh-Hans" in text] == []
    assert "Accept-Language" in asked["Vary"]
    assert {frozenset(text) for text in texts_of(Judgement.objects.get().verdict)} == {frozenset(("zh", "en"))}


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [
        ("en", "en", "羅大佑 (West) has no 9 of dots"),
        ("zh-CN", "zh-Hans", "西·羅大佑手里没有"),
    ],
)
def test_stored_verdict_and_frames_name_the_players_in_the_words_of_the_reader(
    owner: Any, language: str, word: str, said: str
) -> None:
    hands = '[Hand.E "123456789m1179p8p"]\n[Hand.S "?"]\n[Hand.W "1379p1379s2468s2p"]\n[Hand.N "?"]\n'
    record = f'[PPN "1"]\n[Game "sichuan"]\n[Seat.W "羅大佑"]\n[Round "1"]\n[Dealer "E"]\n{hands}E-9p W.peng'
    client = client_of(owner)
    match = upload(client, record.encode()).json()["matches"][0]["id"]
    matches.judge(match)
    verdict, frames = (
        client.get(f"/api/v1/matches/{match}/{what}", headers={"Accept-Language": language}).json()
        for what in ("verdict", "rounds/1/frames")
    )
    shown = frames if isinstance(frames, list) else frames["frames"]
    for (finding,) in (verdict["rounds"][0]["findings"], shown[-1]["findings"]):
        assert finding["message"][word].startswith(said)
        assert ("zh-Hans" in finding["message"]) == (word == "zh-Hans")
        assert finding["data"]["seat"] == "W"
    assert "羅大佑" not in str(Judgement.objects.get().verdict)


def test_problem_is_told_in_simplified_chinese_with_the_name_as_it_was_sent(owner: Any) -> None:
    event = events.create(owner, clubs.create(owner, "tea", "tea"), "evening")
    events.add_entrant(owner, event, "羅漢")
    client = client_of(owner)
    answer = client.post(f"/api/v1/events/{event.pk}/entrants", {"name": "羅漢"}, format="json", headers=MAINLAND)
    assert (answer.status_code, answer.json()["detail"]) == (409, "羅漢 已在名单上。")
    answer = client.get("/api/v1/nowhere", headers=MAINLAND)
    assert answer.json()["detail"] == "这个网址没有东西。"


@pytest.mark.parametrize("headers", [{}, {"Accept-Language": "*;q=0.5"}])
def test_api_answers_in_english_where_no_language_is_asked_for(headers: dict[str, str]) -> None:
    """P13: programs name no language, and their users got Chinese sentences."""
    answer = Client().get("/api/v1/nothing", headers=headers)
    assert (answer.json()["detail"], answer["Content-Language"]) == ("There is nothing at this address.", "en")
    assert Client().get("/api/v1/nothing", headers={"Accept-Language": "zh"}).json()["detail"] == "這個網址沒有東西。"
